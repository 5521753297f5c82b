import type { Db } from '../db/connection.ts';
import type { School } from '../http/ctx.ts';

const SOME = 200;

/** Notes files for removal in the transaction that drops them, so that a crash leaves none behind. */
export async function laterRemoved(tx: Db, keys: readonly string[], at: Date): Promise<void> {
  for (let from = 0; from < keys.length; from += SOME) {
    await tx
      .insertInto('files_to_remove')
      .values(keys.slice(from, from + SOME).map((chave) => ({ chave, since: at.toISOString() })))
      .onConflict((known) => known.column('chave').doNothing())
      .execute();
  }
}

/** Removes noted files from the store. A file that cannot be removed is tried again at the next turn. */
export async function removeFiles({ db, ports, log }: School): Promise<void> {
  const rows = await db.selectFrom('files_to_remove').select('chave').orderBy('since').limit(SOME).execute();
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
