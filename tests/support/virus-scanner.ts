import { createServer, type Socket } from 'node:net';
import { closeAll, listenOn } from './listen.ts';

/** The virus signature of this double. The well-known EICAR file would be reported by a real scanner on this machine. */
export const VIRUS = 'here is a virus';

export interface VirusScanner {
  url: string;
  /** The received bytes of each file. */
  seen: number[];
  /** Larger files are refused during the upload, as with `StreamMaxLength`. */
  max: number;
  close(): Promise<void>;
}

/** The commands `PING` and `INSTREAM` of clamd, by clamd(8). */
export async function openVirusScanner(port = 0): Promise<VirusScanner> {
  const sockets = new Set<Socket>();
  const scanner: VirusScanner = { url: '', seen: [], max: 1_000_000, close: () => closeAll(server, sockets) };
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket)).on('error', () => undefined);
    let [came, file] = [Buffer.alloc(0), Buffer.alloc(0)];
    let command = '';
    socket.on('data', (part) => {
      came = Buffer.concat([came, part]);
      if (!command) {
        const end = came.indexOf(0);
        if (end < 0) return;
        command = came.subarray(0, end).toString();
        came = came.subarray(end + 1);
        if (command === 'zPING') return void socket.end('PONG\0');
        if (command !== 'zINSTREAM') return void socket.end('UNKNOWN COMMAND\0');
      }
      while (came.length >= 4) {
        const length = came.readUInt32BE();
        if (length === 0) {
          scanner.seen.push(file.length);
          return void socket.end(file.includes(VIRUS) ? 'stream: Test.Virus FOUND\0' : 'stream: OK\0');
        }
        if (came.length < 4 + length) return;
        file = Buffer.concat([file, came.subarray(4, 4 + length)]);
        came = came.subarray(4 + length);
        if (file.length > scanner.max) return void socket.end('INSTREAM size limit exceeded. ERROR\0');
      }
    });
  });
  scanner.url = `tcp://127.0.0.1:${await listenOn(server, port)}`;
  return scanner;
}
