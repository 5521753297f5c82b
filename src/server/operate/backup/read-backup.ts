import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { MB, megabytes } from '#lib/format/limits.ts';
import type { OnProgress } from '../../on-progress.ts';
import { Complaint } from '../admin/complaint.ts';
import { type ArchiveEntry, END, FILES, ROWS, readArchive, SECRET, START, spoilt } from './archive.ts';
import { createEntryCheck, type Start } from './check-entries.ts';
import { createFilesDigest, createRowDigest } from './digest.ts';
import { Contents, MANIFEST, type Manifest, rowsOf, timeOfName } from './manifest.ts';
import { checkParts, readManifest, readParts } from './parts.ts';
import { unseal } from './seal.ts';
import type { Target } from './target.ts';

/** A piece of a table has a megabyte, or one row that is longer. */
const MAX_TEXT = 64 * MB;

/** Receives the contents of a backup; each call is awaited. */
export interface Receiver {
  start(start: Start): Promise<void>;
  rows(table: string, columns: readonly string[], rows: readonly unknown[][]): Promise<void>;
  secret(text: string): Promise<void>;
  /** Has to read all of `bytes`. */
  file(key: string, bytes: Readable): Promise<void>;
}

/** Rows and files of a backup. */
export const piecesOf = ({ tables, files }: Manifest): number => rowsOf({ tables }) + files.count;

export const ignoring: Receiver = {
  start: async () => {},
  rows: async () => {},
  secret: async () => {},
  file: async (_key, bytes) => void (await bytes.resume().toArray()),
};

/** Finds a backup by its name, or the newest one of a target. */
export async function findBackup(
  openTarget: (name: string) => Promise<Target>,
  source: string,
): Promise<{ target: Target; backup: string }> {
  const [, place = '.', name = ''] = /^(?:(.*)\/)?([^/]+)\/*$/.exec(source) ?? [];
  if (timeOfName(name)) return { target: await openTarget(place === '' ? '/' : place), backup: name };
  const target = await openTarget(source);
  const backup = await newestBackup(target);
  if (backup === null) throw new Complaint(`Em ${source} não há cópia terminada.`);
  return { target, backup };
}

/** The newest complete backup; null if there is none. */
export async function newestBackup(target: Target): Promise<string | null> {
  for (const backup of (await target.backups()).toReversed()) {
    if ((await target.sizeOf(`${backup}/${MANIFEST}`)) !== null) return backup;
  }
  return null;
}

/**
 * Reads a whole backup and compares it with its manifest.
 *
 * @param onProgress gets the number of rows and files read.
 * @returns its manifest, after everything was verified.
 * @throws Complaint that names the problem: the passphrase, or a part that is missing, truncated or changed.
 */
export async function readBackup(
  target: Target,
  backup: string,
  passphrase: string | undefined,
  receiver: Receiver = ignoring,
  onProgress: OnProgress = () => undefined,
): Promise<Manifest> {
  const manifest = await readManifest(target, backup);
  await checkParts(target, backup, manifest);
  const stored = Readable.from(readParts(target, backup, manifest), { objectMode: false });
  const bytes = manifest.encrypted ? await unseal(stored, passphrase) : stored;
  const onRead = (done: number) => onProgress(done, piecesOf(manifest));
  const found = await readEntries(backup, readArchive(bytes, backup), receiver, onRead);
  compare(backup, found, manifest);
  return manifest;
}

interface Found {
  contents: Contents | null;
  tables: Record<string, { rows: number; digest: string }>;
  files: Contents['files'];
}

async function readEntries(
  backup: string,
  entries: AsyncIterable<ArchiveEntry>,
  receiver: Receiver,
  onRead: (pieces: number) => void,
): Promise<Found> {
  let pieces = 0;
  const check = createEntryCheck(backup);
  const read = (bytes: ArchiveEntry['bytes']) => textOf(backup, bytes);
  let contents: Contents | null = null;
  const digests = new Map<string, ReturnType<typeof createRowDigest>>();
  const files = createFilesDigest();
  for await (const { name, size, bytes } of entries) {
    if (name === START) {
      const start = check.start(await read(bytes));
      for (const table of Object.keys(start.columnsOf)) digests.set(table, createRowDigest());
      await receiver.start(start);
    } else if (name.startsWith(ROWS)) {
      const { table, columns, lines, rows } = check.rows(name, await read(bytes));
      for (const line of lines) digests.get(table)?.add(line);
      await receiver.rows(table, columns, rows);
      pieces += lines.length;
      onRead(pieces);
    } else if (name.startsWith(FILES)) {
      const sum = createHash('sha256');
      const key = check.file(name);
      await receiver.file(key, Readable.from(summed(bytes, sum), { objectMode: false }));
      files.add(key, size, sum.digest('hex'));
      pieces += 1;
      onRead(pieces);
    } else if (name === SECRET) await receiver.secret(check.secret(await read(bytes)));
    else if (name === END) contents = check.readJson(Contents, END, await read(bytes));
    else check.other(name);
  }
  const tables = Object.fromEntries([...digests].map(([table, digest]) => [table, digest.result()]));
  return { contents, tables, files: files.result() };
}

async function* summed(bytes: AsyncIterable<Uint8Array>, sum: { update(part: Uint8Array): unknown }) {
  for await (const chunk of bytes) {
    sum.update(chunk);
    yield chunk;
  }
}

/** @throws Complaint for a text that would exhaust the memory */
async function textOf(backup: string, bytes: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of bytes) {
    size += chunk.length;
    if (size > MAX_TEXT)
      throw new Complaint(`${spoilt(backup)}: uma entrada do banco passa de ${megabytes(MAX_TEXT)}.`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** Each part was verified, so a difference means that parts of two backups were mixed. */
function compare(backup: string, { contents, tables, files }: Found, manifest: Manifest): void {
  const faults: string[] = [];
  const { encrypted: _, parts: __, ...declared } = manifest;
  if (!contents) faults.push('O arquivo acaba antes do fim.');
  else if (JSON.stringify(contents) !== JSON.stringify(declared)) faults.push('O manifesto é de outra cópia.');
  for (const [table, { rows, digest }] of Object.entries(contents?.tables ?? {})) {
    const found = tables[table] ?? { rows: 0, digest: '' };
    if (found.rows !== rows) faults.push(`Tabela ${table}: ${found.rows} linhas em vez de ${rows}.`);
    else if (found.digest !== digest) faults.push(`Tabela ${table}: as linhas são outras.`);
  }
  if (contents && (files.count !== contents.files.count || files.digest !== contents.files.digest))
    faults.push(`Arquivos: ${files.count} em vez de ${contents.files.count}, ou outros bytes.`);
  if (faults.length > 0) throw new Complaint(`A cópia ${backup} está com defeito:\n${faults.join('\n')}`);
}
