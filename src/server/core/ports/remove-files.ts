import { MINUTE_MS } from '#lib/rules/time/spans.ts';
import type { Db } from '../db/connection.ts';
import type { School } from '../http/ctx.ts';
import { filesAreHeld } from './files-held.ts';

const SOME = 200;
/** This many failures in one run mean that the store is unreachable, and each may have waited for its timeout. */
const MAX_FAILURES = 2;
const TRY_AGAIN_MS = MINUTE_MS;

type Remover = Pick<School, 'db' | 'ports' | 'log' | 'now'>;

/**
 * Queues files for removal in the transaction that drops their rows, so that a crash leaves no orphans.
 *
 * @param at when they may be removed: a temporary file is queued before it is stored
 */
export async function laterRemoved(tx: Db, keys: readonly string[], at: Date): Promise<void> {
  // PostgreSQL does not change a row twice in one statement, and several rows may name one file.
  const each = [...new Set(keys)];
  for (let from = 0; from < each.length; from += SOME) {
    await tx
      .insertInto('files_to_remove')
      .values(each.slice(from, from + SOME).map((chave) => ({ chave, since: at.toISOString() })))
      .onConflict((known) => known.column('chave').doUpdateSet({ since: at.toISOString() }))
      .execute();
  }
}

/**
 * Removes those of these files that a transaction queued ({@link laterRemoved}): at once, or after a running backup. The job
 * tries again for a file that cannot be removed.
 */
export async function removeUnnamed(school: Remover, keys: readonly string[]): Promise<void> {
  if (keys.length > 0) await removeNoted(school, keys);
}

/** Removes the queued ones of these files immediately. */
export async function removeNow(school: Remover, keys: readonly string[]): Promise<void> {
  for (let from = 0; from < keys.length; from += SOME) {
    const some = keys.slice(from, from + SOME);
    const since = school.now().toISOString();
    await school.db.updateTable('files_to_remove').set({ since }).where('chave', 'in', some).execute();
    await removeNoted(school, some);
  }
}

/** Removes queued files from the store. A file that cannot be removed is tried again a minute later. */
export const removeFiles = (school: School): Promise<void> => removeNoted(school);

/** One statement reads the queue and whether a backup is running, so a backup that begins meanwhile does not list these files. */
async function removeNoted({ db, ports, log, now }: Remover, keys?: readonly string[]): Promise<void> {
  const rows = await db
    .selectFrom('files_to_remove')
    .select('chave')
    .where((where) => where.not(filesAreHeld(db)))
    .where('since', '<=', now().toISOString())
    .$if(keys !== undefined, (query) => query.where('chave', 'in', keys ?? []))
    .orderBy('since')
    .limit(SOME)
    .execute();
  let failures = 0;
  for (const { chave } of rows) {
    try {
      await ports.files.remove(chave);
    } catch (error) {
      log.warn({ err: error, key: chave }, 'a file that nobody needs is still in the store');
      await db
        .updateTable('files_to_remove')
        .set({ since: new Date(now().getTime() + TRY_AGAIN_MS).toISOString() })
        .where('chave', '=', chave)
        .execute();
      failures += 1;
      if (failures === MAX_FAILURES) return;
      continue;
    }
    await db.deleteFrom('files_to_remove').where('chave', '=', chave).execute();
  }
}
