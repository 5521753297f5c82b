import { statfs } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Config } from '../../config.ts';
import type { Database } from './connection.ts';
import { outageOf } from './outage.ts';

/** The answer of `/readyz`. */
export type Readiness = 'ready' | 'database unreachable' | 'database takes nothing in' | 'disk full';

const LIMIT_MS = 1_500;
const WRITE_EVERY_MS = 5_000;
/** How long a probe waits for its turn to write: a busy school is not a broken one. */
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
      // Writes the value that is already there: a page goes to the disk, and nothing changes.
      await sql`update schema_steps set ran_at = ran_at where name = (select min(name) from schema_steps)`.execute(db);
      isWritable = true;
    } catch (error) {
      // A wait behind other writers proves nothing: a long import does not make a school unready.
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
  // Without the folder the bytes lie in a bucket, so no disk fills.
  const disk = await statfs(folder).catch(() => null);
  return disk ? disk.bavail * disk.bsize : Number.POSITIVE_INFINITY;
}
