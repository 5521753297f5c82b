import type { AddressInfo, Server } from 'node:net';

/** Listens on loopback. @param port 0: a free one @returns the port */
export const listenOn = (server: Server, port = 0): Promise<number> =>
  new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
  });
