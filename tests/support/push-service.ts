import { createECDH, randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import ece from 'http_ece';

export interface Device {
  endpoint: string;
  p256dh: string;
  auth: string;
}

export interface PushService {
  origin: string;
  /** The messages to each device, decrypted as in a browser, with their headers. */
  arrived: { path: string; payload: Record<string, unknown>; headers: Record<string, string | string[] | undefined> }[];
  /** The answer for a path from now on; 201 otherwise. */
  answers: Map<string, { status: number; retryAfter?: string }>;
  /** A browser with a subscription here. */
  device(): Device;
  close(): Promise<void>;
}

/**
 * A push service on loopback with browsers behind it: it decrypts each message, so that a test sees what a device
 * would.
 */
export async function startPushService(): Promise<PushService> {
  const keys = new Map<string, { curve: ReturnType<typeof createECDH>; auth: string }>();
  const server = createServer(async (request, response) => {
    const path = request.url ?? '';
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const answer = service.answers.get(path);
    const known = keys.get(path);
    if (!answer && known) {
      const text = ece.decrypt(Buffer.concat(chunks), {
        version: 'aes128gcm',
        privateKey: known.curve,
        authSecret: known.auth,
      });
      service.arrived.push({ path, payload: JSON.parse(text.toString('utf8')), headers: request.headers });
    }
    const headers = answer?.retryAfter ? { 'retry-after': answer.retryAfter } : {};
    response.writeHead(answer?.status ?? 201, headers).end();
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const service: PushService = {
    origin,
    arrived: [],
    answers: new Map(),
    device() {
      const curve = createECDH('prime256v1');
      const p256dh = curve.generateKeys('base64url', 'uncompressed');
      const auth = randomBytes(16).toString('base64url');
      const path = `/push/${randomBytes(9).toString('base64url')}`;
      keys.set(path, { curve, auth });
      return { endpoint: origin + path, p256dh, auth };
    },
    async close() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
  return service;
}
