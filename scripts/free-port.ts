import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** A port of loopback that nobody listens on. It lies below those that the system gives out, so that it stays free. */
export function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const port = randomInt(20_000, 32_000);
    const server = createServer();
    server.once('error', () => resolve(freePort()));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(port)));
  });
}
