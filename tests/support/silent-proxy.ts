import type { AddressInfo } from 'node:net';
import { connect, createServer, type Socket } from 'node:net';

export interface SilentProxy {
  /** The address of the database through this proxy. */
  url: string;
  /** From now on no answer is passed on, even on open connections, as with a crashed machine. */
  silence(): void;
  /** Passes on everything that was held back. */
  speak(): void;
  close(): Promise<void>;
}

/** A proxy before a PostgreSQL that can fall silent. */
export async function silentProxy(target: string): Promise<SilentProxy> {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  const fromThere = new Set<Socket>();
  let isSilent = false;
  const server = createServer((here) => {
    const there = connect(Number(port || 5432), hostname);
    fromThere.add(there);
    if (isSilent) there.pause();
    there.on('data', (bytes) => here.write(bytes));
    here.on('data', (bytes) => there.write(bytes));
    for (const [one, other] of [
      [here, there],
      [there, here],
    ] as const) {
      sockets.add(one);
      one.on('error', () => one.destroy());
      one.on('close', () => {
        sockets.delete(one);
        fromThere.delete(one);
        other.destroy();
      });
    }
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const url = new URL(target);
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: url.href,
    silence() {
      isSilent = true;
      for (const socket of fromThere) socket.pause();
    },
    speak() {
      isSilent = false;
      for (const socket of fromThere) socket.resume();
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((done) => server.close(done));
    },
  };
}
