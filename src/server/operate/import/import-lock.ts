import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import { MINUTE_MS } from '#lib/rules/time/spans.ts';
import type { Database, Db } from '../../core/db/connection.ts';
import { isPostgres } from '../../core/db/locking.ts';
import { Complaint } from '../admin/complaint.ts';

const LOCK = 7_211_437;
/** How long a second import waits for the first: long enough for a file of a hundred thousand bills. */
const WAIT_MS = 10 * MINUTE_MS;
const PAUSE_MS = 100;

/** Another import is running and takes too long. Nothing of this one was written. */
export class ImportBusy extends Complaint {
  override name = 'ImportBusy';
  constructor() {
    super('Outra importação está em andamento. Nada foi gravado: espere que ela termine e envie este arquivo de novo.');
  }
}

export interface Waiting {
  waitMs?: number;
  onWait?(): void;
}

/**
 * Runs an import in a transaction while no other import runs, in this process or another one. Two at once would both find a row
 * missing and insert it. `onWait` is called once when another import has to be waited for.
 *
 * @throws ImportBusy if another import runs for longer than `waitMs`
 */
export async function withImportLock<T>(
  { db }: Pick<Database, 'db'>,
  work: (tx: Db) => Promise<T>,
  { waitMs = WAIT_MS, onWait = () => {} }: Waiting = {},
): Promise<T> {
  let hasSaid = false;
  for (const started = performance.now(); ; ) {
    const done = await db
      .transaction()
      .execute(async (tx) => ((await hasImportLock(tx)) ? { result: await work(tx) } : null))
      .catch((error: unknown) => {
        if (isBusy(error)) return null;
        throw error;
      });
    if (done) return done.result;
    if (performance.now() - started > waitMs) throw new ImportBusy();
    if (!hasSaid) onWait();
    hasSaid = true;
    await setTimeout(PAUSE_MS);
  }
}

/** Whether this transaction holds the import lock. SQLite has a single writer, so there every transaction does. */
export async function hasImportLock(tx: Db): Promise<boolean> {
  if (!isPostgres(tx)) return true;
  const { rows } = await sql<{ mine: boolean }>`select pg_try_advisory_xact_lock(${LOCK}) as mine`.execute(tx);
  return rows[0]?.mine === true;
}

/** SQLite or its write queue timed out; each waits only some seconds by itself. */
const isBusy = (error: unknown) =>
  error instanceof Error && ['SQLITE_BUSY', 'WRITE_QUEUE_FULL'].includes(String((error as { code?: unknown }).code));
