import { createReadStream, type ReadStream } from 'node:fs';
import { connect, type Socket } from 'node:net';
import type { Logger } from 'pino';
import { type ServiceLimits, serviceLimits } from '#lib/rules/time/service-limits.ts';
import { invalid, unavailable } from '../http/refusal.ts';
import type { FilePort } from './files.ts';

const MAX_ANSWER = 4_096;

const words = {
  virus: 'O antivírus da escola recusou este arquivo. Ele não foi guardado.',
  field: 'Escolha outro arquivo',
  away: 'Não conseguimos verificar o arquivo agora, e sem isso ele não é guardado. Tente de novo em instantes.',
};

/**
 * The store behind a virus scanner, ClamAV's `clamd`: each file is scanned before it is stored. While the scanner does not
 * answer, nothing is stored.
 *
 * @param address `CLAMD_URL`
 */
export function scannedFiles(files: FilePort, address: string, log: Logger, limits?: ServiceLimits): FilePort {
  return {
    ...files,
    async put(key, bytes, mime) {
      const answer = await scan(address, bytes, limits).catch((error: unknown) => {
        log.error({ err: error }, 'the virus scanner does not answer');
        throw drop(bytes, unavailable(words.away));
      });
      if (answer.endsWith(' FOUND')) {
        log.warn({ found: answer }, 'a file with a virus was refused');
        throw drop(bytes, invalid(words.virus, { file: words.field }));
      }
      if (answer !== 'stream: OK') {
        log.error({ answer }, 'the virus scanner did not look at a file');
        throw drop(bytes, unavailable(words.away));
      }
      await files.put(key, bytes, mime);
    },
  };
}

/** Closes a file that is not stored. @returns why */
function drop(bytes: ReadStream | Uint8Array, refusal: Error): Error {
  if (!(bytes instanceof Uint8Array)) bytes.destroy();
  return refusal;
}

/** Sends a file as INSTREAM: each chunk after its length, then a length of zero. @returns the answer of clamd */
async function scan(address: string, bytes: ReadStream | Uint8Array, limits?: ServiceLimits): Promise<string> {
  // The store consumes the stream, so the scanner reads the file separately.
  const pieces = bytes instanceof Uint8Array ? [bytes] : createReadStream(bytes.path);
  const say = async (socket: Socket) => {
    await write(socket, 'zINSTREAM\0');
    for await (const piece of pieces as AsyncIterable<Uint8Array>) {
      if (piece.length > 0 && !(await write(socket, Buffer.concat([lengthOf(piece.length), piece])))) return;
    }
    await write(socket, lengthOf(0));
  };
  return ask(address, say, limits);
}

function lengthOf(bytes: number): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes);
  return length;
}

/** Writes at the scanner's pace. @returns false if the scanner closed the connection: it may refuse a file during the transfer */
function write(socket: Socket, bytes: string | Buffer): Promise<boolean> {
  return new Promise((done) => {
    if (!socket.writable) done(false);
    else socket.write(bytes, (error) => done(!error));
  });
}

/** Checks that clamd answers. @throws Error if not */
export async function pingScanner(address: string): Promise<void> {
  const answer = await ask(address, async (socket) => void (await write(socket, 'zPING\0')));
  if (answer !== 'PONG') throw new Error(answer || 'no answer');
}

/** Opens a connection, sends a command, and reads the answer up to its end. */
function ask(
  address: string,
  say: (socket: Socket) => Promise<void>,
  { connectMs, silenceMs }: ServiceLimits = serviceLimits.virusScanner,
): Promise<string> {
  const { protocol, hostname, port, pathname } = new URL(address);
  const socket =
    protocol === 'unix:'
      ? connect(decodeURIComponent(pathname))
      : connect(Number(port), hostname.replace(/^\[(.*)\]$/, '$1'));
  socket.setTimeout(connectMs, () => socket.destroy(new Error('silent')));
  return new Promise((done, fail) => {
    let text = '';
    let failure: Error | undefined;
    socket.on('data', (part) => {
      text += part;
      if (text.length > MAX_ANSWER) socket.destroy(new Error('a long answer'));
    });
    socket.on('error', (error) => {
      failure = error;
    });
    // An answer that came before the connection broke counts: that is how a file that is too large for the scanner ends.
    socket.on('close', () => (text.endsWith('\0') ? done(text.slice(0, -1)) : fail(failure ?? new Error('cut off'))));
    socket.on('connect', () => {
      socket.setTimeout(silenceMs);
      say(socket).catch((error: Error) => socket.destroy(error));
    });
  });
}
