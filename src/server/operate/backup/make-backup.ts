import { createHash, randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { sql } from 'kysely';
import { MB } from '#lib/format/limits.ts';
import { DAY_MS } from '#lib/rules/time/spans.ts';
import type { Config } from '../../config.ts';
import { type Database, openDatabase } from '../../core/db/connection.ts';
import { nowOf } from '../../core/db/locking.ts';
import { refuseOther, stepsOf } from '../../core/db/migrate.ts';
import { type FilePort, openFiles, type StoredFile } from '../../core/ports/files.ts';
import { BACKUP } from '../../core/ports/files-held.ts';
import { storedSecret } from '../../identity/auth/stored-secret.ts';
import type { OnProgress } from '../../on-progress.ts';
import { Complaint } from '../admin/complaint.ts';
import { fileKeys } from '../admin/file-keys.ts';
import { type ArchiveWriter, END, FILES, ROWS, SECRET, START, writeArchive } from './archive.ts';
import { createFilesDigest, createRowDigest } from './digest.ts';
import { type Keep, outOfKeep } from './keep.ts';
import { backupName, type Contents, contentsFormat, MANIFEST, type Manifest, timeOfName } from './manifest.ts';
import { writeParts } from './parts.ts';
import { seal } from './seal.ts';
import { countersOf, linesOf, readingSnapshot, type Snapshot, tablesOf } from './snapshot.ts';
import { refuseAmongFiles, type Target } from './target.ts';

/** One piece of a table in the archive, in characters. */
const PIECE = MB;

export interface BackupOptions {
  target: Target;
  /** null: the archive is not encrypted. */
  passphrase: string | null;
  version: string;
  now: Date;
  /** Gets the number of written tables and files. */
  onProgress?: OnProgress;
}

/**
 * Backs up the database at one instant, every file that it refers to, and the secret, while the portal runs. Files are stored
 * before their rows and never change, and `holdingFiles` keeps those whose rows are deleted meanwhile.
 *
 * @returns the name of the backup, and its contents.
 * @throws ConfigError for a newer database; Complaint if another backup is running, or for a target among the files.
 */
export async function makeBackup(
  config: Config,
  { target, passphrase, version, now, onProgress = () => undefined }: BackupOptions,
): Promise<{ name: string; manifest: Manifest }> {
  refuseAmongFiles(target.name, config);
  const database = openDatabase(config, null, () => {});
  try {
    await refuseOther(database.db);
    const secret = config.SECRET ?? (await storedSecret(config.DATA_DIR, async () => true));
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
      // Written last: a backup without a manifest is incomplete.
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
 * @param named keys that rows refer to
 * @param onLeft gets the number of remaining files
 */
async function writeFiles(files: FilePort, named: Set<string>, writer: ArchiveWriter, onLeft: (left: number) => void) {
  const digest = createFilesDigest();
  for await (const file of files.list()) {
    const bytes = await files.open(file.key).catch((error: unknown) => {
      // A file without a row is skipped: a refused upload may already be removed.
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

/** Reads only as many bytes as the list said: a simultaneous upload grows, but no row refers to it yet. */
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

/** How long a crashed backup still holds files. */
const HOLD_MS = 60_000;
const RENEW_MS = 15_000;

/**
 * Prevents the removal of files from the store while `work` runs, also of those whose rows are deleted meanwhile.
 *
 * @throws Complaint if another backup is running, or if the hold was lost for a while.
 */
export async function holdingFiles<T>({ db }: Pick<Database, 'db'>, work: () => Promise<T>): Promise<T> {
  const holder = randomUUID();
  const until = sql<number>`${nowOf(db)} + ${sql.lit(HOLD_MS)}`;
  const taken = await db
    .insertInto('leases')
    .values({ name: BACKUP, holder, until })
    .onConflict((known) => known.column('name').doUpdateSet({ holder, until }).where('leases.until', '<=', nowOf(db)))
    .returning('holder')
    .executeTakeFirst();
  if (!taken) throw new Complaint('Outra cópia está em andamento. Espere que ela termine, ou um minuto se ela caiu.');
  let isHeld = true;
  let renewing: Promise<unknown> = Promise.resolve();
  const own = () => db.updateTable('leases').where('name', '=', BACKUP).where('holder', '=', holder);
  const renew = async () => {
    const row = await own().set({ until }).where('until', '>', nowOf(db)).returning('holder').executeTakeFirst();
    isHeld &&= row !== undefined;
  };
  const timer = setInterval(() => {
    // The next renewal tries again: the lease lasts for several of them.
    renewing = renew().catch(() => undefined);
  }, RENEW_MS);
  try {
    const result = await work();
    await renewing;
    await renew();
    if (!isHeld) throw new Complaint('O banco ficou fora do ar durante a cópia, e arquivos podem faltar. Faça outra.');
    return result;
  } finally {
    clearInterval(timer);
    await renewing;
    await db.deleteFrom('leases').where('name', '=', BACKUP).where('holder', '=', holder).execute();
  }
}

/**
 * Deletes backups that `keep` does not cover, and incomplete ones older than a day. It deletes only folders named as backups, and
 * runs after a new one is complete.
 *
 * @returns their names
 */
export async function dropOldBackups(target: Target, keep: Keep, now: Date): Promise<string[]> {
  if (keep === null) return [];
  const [whole, begun]: [string[], string[]] = [[], []];
  for (const name of await target.backups())
    ((await target.sizeOf(`${name}/${MANIFEST}`)) === null ? begun : whole).push(name);
  const left = begun.filter((name) => now.getTime() - (timeOfName(name)?.getTime() ?? 0) > DAY_MS);
  const gone = [...outOfKeep(whole, keep), ...left];
  for (const name of gone) {
    // The manifest is removed first, so that a half-deleted backup does not look complete.
    await target.remove(`${name}/${MANIFEST}`);
    for (const file of await target.filesOf(name)) await target.remove(`${name}/${file}`);
    await target.removeEmpty(name);
  }
  return gone;
}
