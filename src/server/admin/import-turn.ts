import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Database, Db } from '../db/connection.ts';
import { isPostgres } from '../db/locking.ts';
import { Complaint } from './complaint.ts';

const LOCK = 7_211_437;
/** How long a second import waits for the first: a small file is done by then. SQLite waits about as long by itself. */
const WAIT_MS = 10_000;
const PAUSE_MS = 100;

/** Another import runs, and takes long. Nothing of this one was written. */
export class ImportBusy extends Complaint {
  override name = 'ImportBusy';
  constructor() {
    super('Outra importação está em andamento. Nada foi gravado: espere que ela termine e envie este arquivo de novo.');
  }
}

/**
 * Does the work of an import in a transaction while no other import runs. Two at once would both find a row missing and
 * add it.
 *
 * @throws ImportBusy if another import runs for longer than a short while
 */
export async function inTurn<T>(
  { db }: Pick<Database, 'db'>,
  work: (tx: Db) => Promise<T>,
  waitMs = WAIT_MS,
): Promise<T> {
  for (const started = performance.now(); ; ) {
    const done = await db
      .transaction()
      .execute(async (tx) => ((await hasTurn(tx)) ? { result: await work(tx) } : null))
      .catch((error: unknown) => {
        throw isBusy(error) ? new ImportBusy() : error;
      });
    if (done) return done.result;
    if (performance.now() - started > waitMs) throw new ImportBusy();
    await setTimeout(PAUSE_MS);
  }
}

/** Whether this transaction is the one that imports. SQLite has one writer at a time, so a transaction is a turn. */
export async function hasTurn(tx: Db): Promise<boolean> {
  if (!isPostgres(tx)) return true;
  const { rows } = await sql<{ mine: boolean }>`select pg_try_advisory_xact_lock(${LOCK}) as mine`.execute(tx);
  return rows[0]?.mine === true;
}

const isBusy = (error: unknown) =>
  error instanceof Error && ['SQLITE_BUSY', 'WRITE_QUEUE_FULL'].includes(String((error as { code?: unknown }).code));
