import type { Logger } from 'pino';
import { isTooSlow, outageOf } from './readiness.ts';

interface Work<Row> {
  job: string;
  /** What the log calls a row: an id, no name. */
  idOf(row: Row): number | string;
}

/** After this many consecutive statements that take too long, the database itself counts as the cause. */
const MAX_SLOW = 3;

/** Distinguishes a failing row from a failing database. */
function createJudge() {
  let slow = 0;
  return {
    well(): void {
      slow = 0;
    },
    isOutage(error: unknown): boolean {
      if (!isTooSlow(error)) return outageOf(error) !== null;
      slow += 1;
      return slow > MAX_SLOW;
    },
  };
}

/**
 * Does the work of a job for each row. A row that fails is logged and skipped; the other rows are done.
 *
 * @returns how many rows succeeded.
 * @throws the error of a database that is unreachable or accepts no writes.
 */
export async function oneByOne<Row>(
  log: Logger,
  rows: readonly Row[],
  { job, idOf }: Work<Row>,
  act: (row: Row) => Promise<unknown>,
  judge = createJudge(),
): Promise<number> {
  let done = 0;
  for (const row of rows) {
    try {
      await act(row);
      done += 1;
      judge.well();
    } catch (error) {
      if (judge.isOutage(error)) throw error;
      log.error({ err: error, job, row: idOf(row) }, 'a row of a job was set aside');
    }
  }
  return done;
}

/**
 * As `inBatches`, but several rows at a time, for work that waits for another system, such as a mail server.
 *
 * @throws the error of a database that is unreachable, after all started rows have ended.
 */
export async function besideEachOther<Row>(
  log: Logger,
  rows: readonly Row[],
  work: Work<Row>,
  act: (row: Row) => Promise<unknown>,
): Promise<void> {
  const judge = createJudge();
  const all = await Promise.allSettled(rows.map((row) => oneByOne(log, [row], work, act, judge)));
  for (const each of all) if (each.status === 'rejected') throw each.reason;
}

/**
 * As above, with several rows in one transaction, because each commit waits for the disk. The rows of a failed batch are done one
 * by one.
 *
 * @param size rows in a batch; keep it small, since SQLite blocks all other writers for a whole batch.
 */
export async function inBatches<Row>(
  log: Logger,
  rows: readonly Row[],
  { size, ...work }: Work<Row> & { size: number },
  act: (some: readonly Row[]) => Promise<unknown>,
): Promise<number> {
  const judge = createJudge();
  let done = 0;
  for (let from = 0; from < rows.length; from += size) {
    const some = rows.slice(from, from + size);
    try {
      await act(some);
      done += some.length;
      judge.well();
    } catch (error) {
      if (judge.isOutage(error)) throw error;
      done += await oneByOne(log, some, work, (row) => act([row]), judge);
    }
  }
  return done;
}
