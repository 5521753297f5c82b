import {
  createReadStream,
  createWriteStream,
  existsSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { sql } from 'kysely';
import { plural } from '#lib/format/money.ts';
import type { Config } from '../../config.ts';
import { type Db, type Engine, openDatabase } from '../../core/db/connection.ts';
import {
  currentColumns,
  currentNames,
  isBeforeBaseline,
  migrate,
  problemOfSteps,
  replaceSteps,
  stepsOf,
} from '../../core/db/migrate.ts';
import { steps } from '../../core/db/steps.ts';
import { tableNames } from '../../core/db/table-names.ts';
import { newUploadFolder } from '../../core/http/receive.ts';
import { type FilePort, openFiles } from '../../core/ports/files.ts';
import { OWNER_ALONE, openDataDir, sqlitePath } from '../../data-dir.ts';
import type { OnProgress } from '../../on-progress.ts';
import { Complaint } from '../admin/complaint.ts';
import { fileKeys } from '../admin/file-keys.ts';
import type { Start } from './check-entries.ts';
import { createRowDigest } from './digest.ts';
import { type Manifest, rowsOf } from './manifest.ts';
import { readManifest } from './parts.ts';
import { ignoring, piecesOf, type Receiver, readBackup } from './read-backup.ts';
import { linesOf, tablesOf } from './snapshot.ts';
import type { Target } from './target.ts';

/** The file for the secret of a backup if `SECRET` has another value. */
const OTHER_SECRET = 'segredo-da-copia';
const MIME = 'application/octet-stream';

export interface RestoreOptions {
  target: Target;
  backup: string;
  passphrase: string | undefined;
  /** Gets the number of processed rows and files; each row is written and read again. */
  onProgress?: OnProgress;
}

export interface Restored {
  manifest: Manifest;
  /** The number of migration steps that the next start runs. */
  waiting: number;
  /** The path of the backup's secret, if the settings have another one. */
  otherSecret: string | null;
}

/**
 * Restores a backup into an empty place, all or nothing, and reads every row and file again to compare. The whole archive is read
 * and checked before anything is written. The engine may differ from that of the backup.
 *
 * @throws Complaint if the place is not empty, the backup is of a newer version, or damaged.
 */
export async function restoreBackup(
  config: Config,
  { target, backup, passphrase, onProgress }: RestoreOptions,
): Promise<Restored> {
  const declared = await readManifest(target, backup);
  const problem = problemOfSteps(declared.steps);
  if (problem) {
    throw new Complaint(
      problem.isOlder
        ? `A cópia ${backup} é de uma versão de antes da última 0.1.0 do portal. Restaure com a última 0.1.0 e inicie-a uma vez; depois use esta.`
        : `A cópia ${backup} é da versão ${declared.version} do portal, mais nova que esta: tem passos que esta não conhece (${problem.unknown.join(', ')}).`,
    );
  }
  const pieces = piecesOf(declared);
  const total = 2 * pieces + rowsOf(declared);
  let columnsOf: Start['columnsOf'] = {};
  const checking: Receiver = {
    ...ignoring,
    async start(start) {
      columnsOf = columnsNow(start);
    },
  };
  await readBackup(target, backup, passphrase, checking, (done) => onProgress?.(done, total));
  refuseColumns(await columnsAt(declared.steps), columnsOf);
  const emptyAgain = holdPlaceEmpty(config);
  openDataDir(config, (why) => process.stderr.write(`${why}\n`));
  const { db, engine, close } = openDatabase(config, null, () => {});
  const files = await openFiles(config);
  const written = new Set<string>();
  let secretAt: string | null = null;
  let isRestored = false;
  try {
    await refuseNonEmpty(db, files, declared);
    await migrate(db, engine, declared.steps);
    const manifest = await db.transaction().execute(async (tx) => {
      const [receiver, finish] = receiverOf({ tx, engine, files, written, ran: declared.steps });
      const keepSecret = async (text: string) => {
        secretAt = writeSecret(config, text);
      };
      const read = await readBackup(target, backup, passphrase, { ...receiver, secret: keepSecret }, (done) =>
        onProgress?.(pieces + done, total),
      );
      await finish(read, (compared) => onProgress?.(2 * pieces + compared, total));
      if (isBeforeBaseline(declared.steps)) await replaceSteps(tx);
      return read;
    });
    isRestored = true;
    const otherSecret = secretAt !== null && config.SECRET ? secretAt : null;
    return { manifest, otherSecret, waiting: steps.length - currentNames(manifest.steps).length };
  } catch (error) {
    // The rows are rolled back. The files are removed too, so that the place is empty again; an error of the store must not hide
    // the cause.
    let stuck = 0;
    for (const key of written) {
      await files.remove(key).catch(() => {
        stuck += 1;
      });
    }
    if (secretAt !== null) rmSync(secretAt);
    const why = error instanceof Error ? error.message : String(error);
    if (stuck > 0) {
      const left = plural(stuck, 'arquivo ficou', 'arquivos ficaram');
      throw new Complaint(
        `A cópia ${backup} não pôde ser restaurada: ${why} ${left} no destino; esvazie-o antes de tentar de novo.`,
        { cause: error },
      );
    }
    if (error instanceof Complaint) throw error;
    throw new Complaint(`A cópia ${backup} não pôde ser restaurada, e nada foi restaurado: ${why}`, { cause: error });
  } finally {
    await close();
    if (!isRestored) emptyAgain();
  }
}

/** The tables of a schema with these steps, each with its columns. */
async function columnsAt(steps: readonly string[]): Promise<Start['columnsOf']> {
  const { db, engine, close } = openDatabase({ DATA_DIR: ':memory:' }, null, () => {});
  try {
    await migrate(db, engine, [...steps]);
    return await tablesOf(db, engine);
  } finally {
    await close();
  }
}

/** The tables of a backup with their current columns, sorted by name. */
const columnsNow = ({ steps: ran, columnsOf }: Readonly<Start>): Start['columnsOf'] =>
  Object.fromEntries(
    Object.entries(columnsOf).map(([table, columns]) => [table, currentColumns(ran, table, columns).toSorted()]),
  );

function refuseColumns(own: Start['columnsOf'], columnsOf: Start['columnsOf']): void {
  if (JSON.stringify(own) !== JSON.stringify(columnsOf))
    throw new Complaint(
      'As tabelas da cópia têm outras colunas que as deste programa. Restaure com a versão que a fez.',
    );
}

async function refuseNonEmpty(db: Db, files: FilePort, { steps: expected }: Manifest): Promise<void> {
  const tables = await tableNames(db);
  if (tables.includes('users') && (await db.selectFrom('users').select('id').limit(1).executeTakeFirst()))
    throw new Complaint('O banco não está vazio: tem contas. Restaure em um banco novo, ou em uma DATA_DIR nova.');
  for await (const { key } of files.list())
    throw new Complaint(`O lugar dos arquivos não está vazio: tem ${key}. Restaure em um lugar novo.`);
  const known = new Set(currentNames(expected));
  const later = tables.includes('schema_steps') ? (await stepsOf(db)).filter((name) => !known.has(name)) : [];
  if (later.length > 0)
    throw new Complaint(
      `O banco está vazio, mas já tem passos que a cópia não tem (${later.join(', ')}). Restaure em um banco novo; o início do portal o atualiza.`,
    );
}

/** @returns the path of the secret; null if the place already has it. @throws Complaint instead of replacing another secret */
function writeSecret({ SECRET, DATA_DIR }: Config, text: string): string | null {
  if (SECRET === text || DATA_DIR === ':memory:') return null;
  const path = join(DATA_DIR, SECRET ? OTHER_SECRET : 'secret');
  if (existsSync(path)) {
    if (readFileSync(path, 'utf8') === text) return null;
    throw new Complaint(
      `Já existe outro segredo em ${path}. Guarde-o em outro lugar, ou restaure em uma DATA_DIR nova.`,
    );
  }
  writeFileSync(path, text, { mode: OWNER_ALONE });
  return path;
}

interface Place {
  tx: Db;
  engine: Engine;
  files: FilePort;
  /** Collects the keys of written files. */
  written: Set<string>;
  /** The migration steps of the backup. */
  ran: string[];
}

/** @returns the receiver of the contents, and functions that restore constraints and compare the tables afterwards */
function receiverOf({ tx, engine, files, written, ran }: Place) {
  let setUp = async () => {};
  const receiver: Omit<Receiver, 'secret'> = {
    async start({ columnsOf }) {
      refuseColumns(await tablesOf(tx, engine), columnsNow({ steps: ran, columnsOf }));
      setUp = await prepareLoad(tx, engine);
    },
    rows: (table, columns, rows) => writeRows(tx, table, currentColumns(ran, table, columns), rows),
    async file(key, bytes) {
      const folder = await newUploadFolder();
      try {
        const path = join(folder, 'arquivo');
        // A bucket needs to know the length in advance.
        await pipeline(bytes, createWriteStream(path, { mode: OWNER_ALONE }));
        written.add(key);
        await files.put(key, createReadStream(path), MIME);
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    },
  };
  const finish = async ({ tables, counters, missing }: Manifest, onCompared: (rows: number) => void) => {
    await writeCounters(tx, engine, counters);
    await setUp();
    const faults: string[] = [];
    let compared = 0;
    for (const [table, { columns, rows, digest }] of Object.entries(tables)) {
      const found = createRowDigest();
      // In the order of the backup, which the digest depends on.
      const named = currentColumns(ran, table, columns);
      for await (const line of linesOf({ db: tx, engine }, table, named)) found.add(line);
      if (found.result().digest !== digest) faults.push(`Tabela ${table}: ${found.result().rows} linhas de ${rows}.`);
      compared += rows;
      onCompared(compared);
    }
    const gone = new Set(missing);
    const lost = (await fileKeys(tx)).filter((key) => !written.has(key) && !gone.has(key));
    faults.push(...lost.map((key) => `Falta o arquivo ${key}.`));
    if (faults.length > 0) throw new Complaint(`O que foi restaurado não é igual à cópia:\n${faults.join('\n')}`);
  };
  return [receiver, finish] as const;
}

/**
 * Records the contents of the data folder before a restore. @returns a function that removes what the restore added, to be called
 * after a failure, once the database is closed
 */
export function holdPlaceEmpty(config: Pick<Config, 'DATA_DIR' | 'DATABASE_URL'>): () => void {
  const { DATA_DIR } = config;
  if (DATA_DIR === ':memory:') return () => {};
  const database = sqlitePath(config);
  const files = join(DATA_DIR, 'files');
  const made = [DATA_DIR, database, files].filter((path) => !existsSync(path));
  return () => {
    if (made.includes(database)) for (const end of ['', '-wal', '-shm']) rmSync(database + end, { force: true });
    if (made.includes(files)) rmSync(files, { recursive: true, force: true });
    if (made.includes(DATA_DIR) && existsSync(DATA_DIR) && readdirSync(DATA_DIR).length === 0) rmdirSync(DATA_DIR);
  };
}

const run = (tx: Db, statement: string) => sql.raw(statement).execute(tx);
const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;
/** SQLite takes 32,766 values in one statement, and PostgreSQL 65,535. */
const MAX_VALUES = 8_000;

/**
 * Empties every table and drops triggers and foreign keys, so that rows can be inserted in any order and unchanged: a trigger
 * would count sums twice.
 *
 * @returns a function that recreates them. It throws if a row has a dangling reference.
 */
export const prepareLoad = (tx: Db, engine: Engine): Promise<() => Promise<void>> =>
  engine === 'sqlite' ? prepareSqlite(tx) : preparePostgres(tx);

async function prepareSqlite(tx: Db): Promise<() => Promise<void>> {
  await run(tx, 'pragma defer_foreign_keys = on');
  const { rows: triggers } = await sql<{ name: string; sql: string }>`
    select name, sql from sqlite_master where type = 'trigger'`.execute(tx);
  for (const { name } of triggers) await run(tx, `drop trigger ${quoted(name)}`);
  for (const table of await tableNames(tx)) await run(tx, `delete from ${quoted(table)}`);
  return async () => {
    // Indexes for searches that triggers keep up to date.
    const { rows: searches } = await sql<{ name: string }>`
      select name from sqlite_master where type = 'table' and sql like 'create virtual table%using fts5%'`.execute(tx);
    for (const { name } of searches) await run(tx, `insert into ${quoted(name)} (${quoted(name)}) values ('rebuild')`);
    for (const { sql: statement } of triggers) await run(tx, statement);
    const { rows: broken } = await sql<{ table: string; parent: string }>`
      select "table", parent from pragma_foreign_key_check limit 1`.execute(tx);
    const [first] = broken;
    if (first) throw new Error(`a row of ${first.table} names one of ${first.parent} that is not there`);
  };
}

async function preparePostgres(tx: Db): Promise<() => Promise<void>> {
  const { rows: keys } = await sql<{ table: string; name: string; rule: string }>`
    select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as rule
    from pg_constraint where contype = 'f' and connamespace = current_schema()::regnamespace`.execute(tx);
  const tables = (await tableNames(tx)).map(quoted);
  for (const { table, name } of keys) await run(tx, `alter table ${table} drop constraint ${quoted(name)}`);
  await run(tx, `truncate ${tables.join(', ')}`);
  for (const table of tables) await run(tx, `alter table ${table} disable trigger user`);
  return async () => {
    for (const table of tables) await run(tx, `alter table ${table} enable trigger user`);
    for (const { table, name, rule } of keys)
      await run(tx, `alter table ${table} add constraint ${quoted(name)} ${rule}`);
  };
}

/** Writes rows of a table. Each row has the values of the columns, in their order. */
export async function writeRows(
  tx: Db,
  table: string,
  columns: readonly string[],
  rows: readonly (readonly unknown[])[],
): Promise<void> {
  const names = sql.join(columns.map((column) => sql.ref(column)));
  const step = Math.max(1, Math.floor(MAX_VALUES / columns.length));
  for (let from = 0; from < rows.length; from += step) {
    const values = rows.slice(from, from + step).map((row) => sql`(${sql.join(row)})`);
    await sql`insert into ${sql.table(table)} (${names}) values ${sql.join(values)}`.execute(tx);
  }
}

/** Makes the sequences of tables continue from their last ids. */
export async function writeCounters(tx: Db, engine: Engine, counters: Readonly<Record<string, number>>): Promise<void> {
  for (const [table, last] of Object.entries(counters)) {
    if (engine === 'postgres') {
      // SQLite stores 0 for a table that never had a row.
      const value = sql`greatest(cast(${last} as integer), 1), cast(${last} as integer) > 0`;
      await sql`select setval(pg_get_serial_sequence(quote_ident(${table}), 'id'), ${value})`.execute(tx);
      continue;
    }
    await sql`delete from sqlite_sequence where name = ${table}`.execute(tx);
    await sql`insert into sqlite_sequence (name, seq) values (${table}, ${last})`.execute(tx);
  }
}
