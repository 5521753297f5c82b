import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { createSecureServer, type Http2ServerRequest, type Http2ServerResponse } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A proxy before a portal, as in a school: HTTP/2 with a self-signed certificate. */
export interface Front {
  /** `https://127.0.0.1:port` */
  address: string;
  close(): void;
}

/** Headers that HTTP/2 forbids. */
const OLD = ['connection', 'keep-alive', 'transfer-encoding'];

/** Opens a proxy before a portal that has `TRUST_PROXY=on`. @throws without openssl */
export async function openFront(portal: string): Promise<Front> {
  const server = createSecureServer(certificate(), (question, answer) => pass(portal, question, answer));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { address: `https://127.0.0.1:${port}`, close: () => server.close() };
}

function pass(portal: string, question: Http2ServerRequest, answer: Http2ServerResponse): void {
  const headers = Object.entries(question.headers).filter(([name]) => !name.startsWith(':'));
  const requested = request(portal + question.url, {
    method: question.method,
    headers: {
      ...Object.fromEntries(headers),
      host: question.authority,
      'x-forwarded-proto': 'https',
      'x-forwarded-host': question.authority,
      'x-forwarded-for': '127.0.0.1',
    },
  });
  requested.on('response', (given) => {
    const told = Object.entries(given.headers).filter(([name]) => !OLD.includes(name));
    answer.writeHead(given.statusCode ?? 502, Object.fromEntries(told));
    given.pipe(answer);
  });
  requested.on('error', () => answer.destroy());
  question.pipe(requested);
}

function certificate(): { key: Buffer; cert: Buffer } {
  const folder = mkdtempSync(join(tmpdir(), 'portal-front-'));
  try {
    const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
    const words = `req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 1 -subj /CN=127.0.0.1`.split(
      ' ',
    );
    execFileSync('openssl', [...words, '-keyout', key, '-out', cert], { stdio: 'ignore' });
    return { key: readFileSync(key), cert: readFileSync(cert) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
