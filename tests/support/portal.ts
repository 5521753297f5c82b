import { createServer, request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import pino, { type Logger } from 'pino';
import { openPortal, type Portal } from '../../src/portal.ts';
import type { PageHandler } from '../../src/process/pages.ts';
import { readConfig } from '../../src/server/config.ts';
import { SECRET } from './bare-env.ts';

export interface RunningPortal {
  address: string;
  state: { stopping: boolean };
  running: Portal['running'];
  metrics: Portal['metrics'];
  close(): Promise<void>;
}

/** A plain page, so that tests of the process need no build. */
const page: PageHandler = (request, response) => {
  if (request.url === '/anonima') response.setHeader('x-portal-anonymous', '1');
  response.setHeader('content-type', 'text/html');
  response.end(`<!doctype html><p>${request.url} ${request.headers.host}</p>`);
};

export interface TestPortalOptions {
  pageHandler?: PageHandler;
  /** The folder of files to serve, as the build leaves it. */
  clientFolder?: string | null;
  log?: Logger;
}

/** Opens the whole process without Astro on a free port, with a demo school in memory. */
export async function openTestPortal(
  env: Record<string, string> = {},
  { pageHandler = page, clientFolder = null, log = pino({ level: 'silent' }) }: TestPortalOptions = {},
): Promise<RunningPortal> {
  const config = readConfig({
    NODE_ENV: 'test',
    DATA_DIR: ':memory:',
    SECRET,
    ...env,
  });
  const portal = await openPortal({ config, log, pageHandler, clientFolder });
  const server = createServer(portal.handle);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    state: portal.state,
    running: portal.running,
    metrics: portal.metrics,
    async close() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
      await portal.running.close();
    },
  };
}

export interface RawRequest {
  method?: string;
  headers?: Record<string, string>;
  body?: string | Uint8Array;
}

export interface RawAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  /** The raw bytes: compressed if `content-encoding` says so. */
  bytes: Buffer;
  text: string;
}

/** Sends anything, even what fetch would change or refuse: hosts, dots in paths, cookies, site headers. */
export function sendRaw(
  portal: Pick<RunningPortal, 'address'>,
  path: string,
  { method = 'GET', headers = {}, body }: RawRequest = {},
): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(portal.address);
    const request = httpRequest({ hostname, port, path, method, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.once('error', reject);
      response.on('end', () => {
        const bytes = Buffer.concat(chunks);
        resolve({ status: response.statusCode ?? 0, headers: response.headers, bytes, text: bytes.toString() });
      });
    });
    request.once('error', reject);
    request.end(body);
  });
}
