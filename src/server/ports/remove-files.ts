import { filesAreHeld } from '../backup/hold-files.ts';
import type { Db } from '../db/connection.ts';
import type { School } from '../http/ctx.ts';

const SOME = 200;

/**
 * Notes files for removal in the transaction that drops them, so that a crash leaves none behind.
 *
 * @param at from when on they are removed: a file for some minutes is noted before it is stored
 */
export async function laterRemoved(tx: Db, keys: readonly string[], at: Date): Promise<void> {
  for (let from = 0; from < keys.length; from += SOME) {
    await tx
      .insertInto('files_to_remove')
      .values(keys.slice(from, from + SOME).map((chave) => ({ chave, since: at.toISOString() })))
      .onConflict((known) => known.column('chave').doNothing())
      .execute();
  }
}

/**
 * Removes files that no row names any more from the store: at once, or after the backup that runs. A file that cannot be
 * removed is tried again by the job.
 */
export async function removeUnnamed(
  school: Pick<School, 'db' | 'ports' | 'log' | 'now'>,
  keys: readonly string[],
): Promise<void> {
  if (keys.length === 0) return;
  await laterRemoved(school.db, keys, school.now());
  await removeNoted(school, keys);
}

/** Removes noted files from the store. A file that cannot be removed is tried again at the next turn. */
export const removeFiles = (school: School): Promise<void> => removeNoted(school);

/** One statement reads the notes and whether a backup holds them: so a backup that begins meanwhile names none of them. */
async function removeNoted(
  { db, ports, log, now }: Pick<School, 'db' | 'ports' | 'log' | 'now'>,
  keys?: readonly string[],
): Promise<void> {
  const rows = await db
    .selectFrom('files_to_remove')
    .select('chave')
    .where((where) => where.not(filesAreHeld(db)))
    .where('since', '<=', now().toISOString())
    .$if(keys !== undefined, (query) => query.where('chave', 'in', keys ?? []))
    .orderBy('since')
    .limit(SOME)
    .execute();
  for (const { chave } of rows) {
    try {
      await ports.files.remove(chave);
    } catch (error) {
      log.warn({ err: error, key: chave }, 'a file that nobody needs is still in the store');
      continue;
    }
    await db.deleteFrom('files_to_remove').where('chave', '=', chave).execute();
  }
}
