import { statfs } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Config } from '../../config.ts';
import type { Database } from './connection.ts';

/** The answer of `/readyz`. */
type Readiness = 'ready' | 'database unreachable' | 'database takes nothing in' | 'disk full';

const LIMIT_MS = 1_500;
const WRITE_EVERY_MS = 5_000;
/** How long a probe waits for its write slot: a busy school is not a broken one. */
const WRITE_WAIT_MS = 500;
const MIN_FREE_BYTES = 1024 * 1024;

/**
 * Says whether the database answers and accepts writes, and whether `DATA_DIR` has room. It always answers within 1.5
 * s: a database that hangs gets one query, however often the probe comes.
 */
export function createReadiness(
  { db }: Pick<Database, 'db'>,
  config: Pick<Config, 'DATA_DIR'>,
  now: () => number = () => performance.now(),
): () => Promise<Readiness> {
  const read = single(() => db.selectNoFrom((one) => one.lit(1).as('alive')).execute());
  let writtenAt = Number.NEGATIVE_INFINITY;
  let isWritable = true;
  const write = single(async () => {
    try {
      // Writes the value that is already there: a page reaches the disk, and nothing changes.
      await sql`update schema_steps set ran_at = ran_at where name = (select min(name) from schema_steps)`.execute(db);
      isWritable = true;
    } catch (error) {
      // Waiting behind other writers is no failure: a long import does not make a school unready.
      if (outageOf(error) !== 'away') isWritable = false;
    }
    writtenAt = now();
  });
  const look = async (): Promise<Readiness> => {
    try {
      await read();
    } catch {
      return 'database unreachable';
    }
    if (config.DATA_DIR !== ':memory:' && (await freeBytes(config.DATA_DIR)) < MIN_FREE_BYTES) return 'disk full';
    if (now() - writtenAt >= WRITE_EVERY_MS) await Promise.race([write(), wait(WRITE_WAIT_MS, null, { ref: false })]);
    return isWritable ? 'ready' : 'database takes nothing in';
  };
  return () => Promise.race([look(), wait(LIMIT_MS, 'database unreachable' as const, { ref: false })]);
}

/** Callers that ask while an answer is on its way share that answer. */
function single<T>(work: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | null = null;
  return () => {
    running ??= work().finally(() => {
      running = null;
    });
    return running;
  };
}

async function freeBytes(folder: string): Promise<number> {
  // Without a folder the files are in a bucket, so no disk can fill up.
  const disk = await statfs(folder).catch(() => null);
  return disk ? disk.bavail * disk.bsize : Number.POSITIVE_INFINITY;
}

/** Why a database fails: it is unreachable (`away`), or it accepts no writes (`unwritable`). */
export type Outage = 'away' | 'unwritable';

const AWAY = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EPIPE',
  'ETIMEDOUT',
  'WRITE_QUEUE_FULL',
  // PostgreSQL: stopping or starting, out of connections, a timed-out statement or lock, a deadlock.
  '57P01',
  '57P02',
  '57P03',
  '53300',
  '57014',
  '55P03',
  '40P01',
  '25P03',
]);

const UNWRITABLE = new Set([
  // The file system: full, over its quota, read-only, broken.
  'ENOSPC',
  'EDQUOT',
  'EROFS',
  'EIO',
  // PostgreSQL: disk full, out of memory, a standby or a read-only session, errors of the disk.
  '53100',
  '53200',
  '25006',
  '58030',
  'XX001',
  'XX002',
]);

/** A statement or a lock timed out: in a job a single row may be the cause. */
export const isTooSlow = (error: unknown): boolean =>
  error instanceof Error && ['57014', '55P03', '40P01'].includes(String((error as { code?: unknown }).code));

const AWAY_WORDS =
  /Connection terminated|timeout expired|timeout exceeded when trying to connect|Query read timeout|is not queryable|connection has been discarded/;

/** @returns null for an error of another kind. */
export function outageOf(error: unknown): Outage | null {
  if (!(error instanceof Error)) return null;
  const { code } = error as { code?: unknown };
  if (typeof code === 'string') {
    if (AWAY.has(code) || code.startsWith('08') || /^SQLITE_(BUSY|LOCKED|PROTOCOL)/.test(code)) return 'away';
    if (UNWRITABLE.has(code) || /^SQLITE_(FULL|IOERR|READONLY|CORRUPT|CANTOPEN|NOTADB|NOMEM)/.test(code))
      return 'unwritable';
  }
  return AWAY_WORDS.test(error.message) ? 'away' : null;
}
