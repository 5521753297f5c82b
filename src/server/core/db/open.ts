import { type Config, ConfigError } from '../../config.ts';
import { openDataDir } from '../../data-dir.ts';
import { type Database, openDatabase } from './connection.ts';
import { dropDeletedBytes } from './deleted-bytes.ts';
import { migrate, type Report } from './migrate.ts';
import { outageOf } from './readiness.ts';

/** Receives errors that do not stop the process. */
export interface DatabaseLog {
  /** A PostgreSQL connection broke. */
  onError(error: Error): void;
  warn(why: string): void;
  /** Progress of the migration. */
  report: Report;
}

/**
 * Opens the database of the settings and brings its schema up to date.
 *
 * @returns the database, and the names of the steps that ran.
 * @throws ConfigError that names the setting, if the database cannot be reached or written; the error of a failed step.
 */
export async function openCurrentDatabase(
  config: Config,
  { onError, warn, report }: DatabaseLog,
): Promise<{ database: Database; ran: string[] }> {
  openDataDir(config, warn);
  let database: Database | undefined;
  try {
    database = openDatabase(config, config.DATABASE_TIMEOUT_MS, onError);
    const work = ({ db, engine }: Database) => migrate(db, engine, undefined, report);
    const ran = await patiently(config, database, work, onError);
    await dropDeletedBytes(database, warn, report);
    return { database, ran };
  } catch (error) {
    await database?.close();
    throw problemOf(config, error) ?? error;
  }
}

/** Does slow work without time limits, such as a migration step or the wait for another starting process. */
export async function patiently<T>(
  config: Config,
  database: Database,
  work: (patient: Database) => Promise<T>,
  onError: DatabaseLog['onError'],
): Promise<T> {
  if (database.engine === 'sqlite') return work(database);
  const patient = openDatabase(config, null, onError);
  return work(patient).finally(() => patient.close());
}

/** Wrong password, wrong user name, no such database, no right to change the schema. */
const REFUSED = new Set(['28P01', '28000', '3D000', '42501']);

function problemOf({ DATABASE_URL, DATA_DIR }: Config, error: unknown): ConfigError | null {
  if (!(error instanceof Error)) return null;
  const outage = outageOf(error);
  const why = error instanceof AggregateError ? String(error.errors[0]) : error.message;
  if (!DATABASE_URL) {
    return outage && new ConfigError(`DATA_DIR: o banco em ${DATA_DIR} não pode ser usado: ${why}`);
  }
  const isRefused = REFUSED.has(String((error as { code?: unknown }).code));
  if (outage === null && !isRefused) return null;
  const { host, pathname } = new URL(DATABASE_URL);
  const what = outage === 'unwritable' ? 'não grava nada' : isRefused ? 'recusa o acesso' : 'não responde';
  return new ConfigError(`DATABASE_URL: o banco ${host}${pathname} ${what}: ${why}`);
}
