import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { extract, type Pack, pack } from 'tar-stream';
import { Complaint } from '../admin/complaint.ts';

/**
 * The archive of a backup is a gzipped tar, so that `tar` opens it without the portal. Its entries, in this order: the tables and
 * their columns, the rows of each table in pieces, the secret, the files, and the summary.
 */
export const START = 'inicio.json';
export const ROWS = 'banco/';
export const SECRET = 'segredo';
export const FILES = 'arquivos/';
export const END = 'fim.json';

const OWNER_ALONE = 0o600;

/** Adds entries to an archive, with backpressure by its reader. */
export interface ArchiveWriter {
  text(name: string, text: string): Promise<void>;
  bytes(name: string, size: number, bytes: Readable): Promise<void>;
}

/** The bytes of an archive that `fill` writes. An error of `fill` becomes an error of the stream. */
export function writeArchive(fill: (archive: ArchiveWriter) => Promise<void>): Readable {
  const tar = pack();
  const add = (name: string, size: number, bytes: Readable) =>
    pipeline(bytes, tar.entry({ name, size, mode: OWNER_ALONE }));
  const text = (name: string, value: string) => {
    const bytes = Buffer.from(value);
    return add(name, bytes.length, Readable.from([bytes], { objectMode: false }));
  };
  fill({ text, bytes: add }).then(
    () => tar.finalize(),
    (error) => tar.destroy(error),
  );
  return zipped(tar);
}

function zipped(tar: Pack): Readable {
  const zip = createGzip();
  // The reader of the archive gets the error.
  pipeline(tar, zip).catch((error) => zip.destroy(error));
  return zip;
}

export interface ArchiveEntry {
  name: string;
  size: number;
  /** Has to be read completely before the next entry. */
  bytes: AsyncIterable<Uint8Array>;
}

/** @throws Complaint for an incomplete archive. */
export async function* readArchive(bytes: Readable, name: string): AsyncGenerator<ArchiveEntry> {
  const tar = extract();
  const reading = pipeline(bytes, createGunzip(), tar);
  reading.catch((error) => tar.destroy(error));
  try {
    for await (const entry of tar) {
      const { name: path, size = 0, type } = entry.header;
      if (type !== 'file') throw new Complaint(`${spoilt(name)}: a entrada ${path} não é um arquivo.`);
      yield { name: path, size, bytes: whole(entry as unknown as AsyncIterable<Uint8Array>, name) };
      entry.resume();
    }
    await reading;
  } catch (error) {
    throw damaged(error, name);
  }
}

async function* whole(entry: AsyncIterable<Uint8Array>, name: string): AsyncGenerator<Uint8Array> {
  try {
    yield* entry;
  } catch (error) {
    throw damaged(error, name);
  }
}

/** How a complaint about a backup begins. */
export const spoilt = (name: string): string => `A cópia ${name} está com defeito`;

const damaged = (error: unknown, name: string): Complaint =>
  error instanceof Complaint
    ? error
    : new Complaint(
        `${spoilt(name)}: bytes foram mudados ou faltam (${error instanceof Error ? error.message : error}).`,
      );
