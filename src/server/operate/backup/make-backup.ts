import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { MB } from '#lib/format/limits.ts';
import type { Config } from '../../config.ts';
import { openDatabase } from '../../core/db/connection.ts';
import { refuseOther, stepsOf } from '../../core/db/migrate.ts';
import { type FilePort, openFiles, type StoredFile } from '../../core/ports/files.ts';
import { keptSecret } from '../../identity/auth/kept-secret.ts';
import type { OnProgress } from '../../on-progress.ts';
import { fileKeys } from '../admin/file-keys.ts';
import { type ArchiveWriter, END, FILES, ROWS, SECRET, START, writeArchive } from './archive.ts';
import { createFilesDigest, createRowDigest } from './digest.ts';
import { holdingFiles } from './hold-files.ts';
import { backupName, type Contents, contentsFormat, MANIFEST, type Manifest } from './manifest.ts';
import { writeParts } from './parts.ts';
import { seal } from './seal.ts';
import { countersOf, linesOf, readingSnapshot, type Snapshot, tablesOf } from './tables.ts';
import { refuseAmongFiles, type Target } from './target.ts';

/** One piece of a table in the archive, in characters. */
const PIECE = MB;

export interface BackupOptions {
  target: Target;
  /** null: the archive stays readable for everybody who reaches it. */
  passphrase: string | null;
  version: string;
  now: Date;
  /** Hears how many tables and files are written. */
  onProgress?: OnProgress;
}

/**
 * Backs up the database at one instant, every file that it names then, and the secret, while the portal runs. Bytes of
 * files come before their rows and are never changed, and `holdingFiles` keeps those whose rows go meanwhile.
 *
 * @returns the name of the backup, and what it holds.
 * @throws ConfigError for a newer database; Complaint if another backup runs, or for a target among the files.
 */
export async function makeBackup(
  config: Config,
  { target, passphrase, version, now, onProgress = () => undefined }: BackupOptions,
): Promise<{ name: string; manifest: Manifest }> {
  refuseAmongFiles(target.name, config);
  const database = openDatabase(config, null, () => {});
  try {
    await refuseOther(database.db);
    const secret = config.SECRET ?? (await keptSecret(config.DATA_DIR, async () => true));
    const files = await openFiles(config);
    const name = backupName(now);
    return await holdingFiles(database, async () => {
      let contents: Contents | undefined;
      const archive = writeArchive(async (writer) => {
        const tables = await readingSnapshot(config, database, (snapshot) => writeTables(snapshot, writer, onProgress));
        await writer.text(SECRET, secret);
        const { named, ...written } = tables;
        const total = Object.keys(written.tables).length + named.size;
        const stored = await writeFiles(files, named, writer, (left) => onProgress(total - left, total));
        contents = { format: contentsFormat, made_at: now.toISOString(), version, ...written, ...stored };
        await writer.text(END, JSON.stringify(contents));
      });
      const parts = await writeParts(target, name, passphrase === null ? archive : await seal(archive, passphrase));
      if (!contents) throw new Error('the archive ended before its contents were known');
      const manifest: Manifest = { ...contents, encrypted: passphrase !== null, parts };
      // Written last: without it a backup is none.
      await target.put(`${name}/${MANIFEST}`, Buffer.from(JSON.stringify(manifest, null, 1)));
      return { name, manifest };
    });
  } finally {
    await database.close();
  }
}

async function writeTables(snapshot: Snapshot, writer: ArchiveWriter, onProgress: OnProgress) {
  const { db, engine } = snapshot;
  const steps = await stepsOf(db);
  const columnsOf = await tablesOf(db, engine);
  await writer.text(START, JSON.stringify({ format: contentsFormat, steps, columnsOf }));
  const named = new Set(await fileKeys(db));
  const total = Object.keys(columnsOf).length + named.size;
  const tables: Contents['tables'] = {};
  for (const [table, columns] of Object.entries(columnsOf)) {
    const digest = createRowDigest();
    let [piece, pieces] = ['', 0];
    const keep = async () => {
      pieces++;
      await writer.text(`${ROWS}${table}/${String(pieces).padStart(6, '0')}.ndjson`, piece);
      piece = '';
    };
    for await (const line of linesOf(snapshot, table, columns)) {
      digest.add(line);
      piece += `${line}\n`;
      if (piece.length >= PIECE) await keep();
    }
    if (piece !== '') await keep();
    tables[table] = { columns, ...digest.result() };
    onProgress(Object.keys(tables).length, total);
  }
  return { engine, steps, tables, counters: await countersOf(snapshot), named };
}

/**
 * Writes every file of the store.
 *
 * @param named keys that rows name
 * @param onLeft hears how many of them are still to come
 */
async function writeFiles(files: FilePort, named: Set<string>, writer: ArchiveWriter, onLeft: (left: number) => void) {
  const digest = createFilesDigest();
  for await (const file of files.list()) {
    const bytes = await files.open(file.key).catch((error: unknown) => {
      // An upload that was refused left after its name was read.
      if (!named.has(file.key)) return null;
      throw error;
    });
    if (bytes === null) continue;
    const sum = createHash('sha256');
    await writer.bytes(
      `${FILES}${file.key}`,
      file.bytes,
      Readable.from(exactly(file, bytes, sum), { objectMode: false }),
    );
    digest.add(file.key, file.bytes, sum.digest('hex'));
    named.delete(file.key);
    onLeft(named.size);
  }
  return { files: digest.result(), missing: [...named].toSorted() };
}

/** As many bytes as the list said: an upload that arrives meanwhile grows, and no row names it yet. */
async function* exactly({ bytes: size, key }: StoredFile, bytes: Readable, sum: { update(part: Uint8Array): unknown }) {
  let left = size;
  for await (const chunk of bytes as AsyncIterable<Uint8Array>) {
    const part = chunk.subarray(0, left);
    sum.update(part);
    left -= part.length;
    yield part;
    if (left === 0) break;
  }
  if (left > 0) throw new Error(`the store has fewer bytes of ${key} than it said`);
}
