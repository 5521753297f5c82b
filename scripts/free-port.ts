import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** A free port on loopback, below the ephemeral ports of the system, so that it stays free. */
export function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const port = randomInt(20_000, 32_000);
    const server = createServer();
    server.once('error', () => resolve(freePort()));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(port)));
  });
}
