import { sql } from 'kysely';
import { continueCounting } from '../../core/db/continue-counting.ts';
import type { School } from '../../core/http/ctx.ts';
import type { OnProgress } from '../../on-progress.ts';
import { CATALOGUE_LOCK } from '../../study/books/install-own-book.ts';
import { catalogueTables, writeCatalogue } from '../../study/books/write-catalogue.ts';

/** The catalogue after the installation. */
export interface Installed {
  /** Codes of the newly added books. */
  added: string[];
  livros: number;
  unidades: number;
  audios: number;
  palavras: number;
  questoes: number;
}

/**
 * Installs the books of the franchise with all their contents, on an empty database or one in use, all or nothing. A
 * second run, or one after an update of the portal, updates the texts; students' work stays.
 *
 * @param onProgress hears how many books are written
 */
export const installBooks = (
  { db, database, now }: Pick<School, 'db' | 'database' | 'now'>,
  onProgress?: OnProgress,
): Promise<Installed> =>
  db.transaction().execute(async (tx) => {
    if (database.engine === 'postgres') await sql`select pg_advisory_xact_lock(${CATALOGUE_LOCK})`.execute(tx);
    const added = await writeCatalogue(tx, now().toISOString(), onProgress);
    if (database.engine === 'postgres') await continueCounting(tx, catalogueTables);
    const count = async (table: 'livros' | 'unidades' | 'audios' | 'palavras' | 'questoes') =>
      Number(
        (
          await tx
            .selectFrom(table)
            .select(({ fn }) => fn.countAll<number | string>().as('all'))
            .executeTakeFirstOrThrow()
        ).all,
      );
    return {
      added,
      livros: await count('livros'),
      unidades: await count('unidades'),
      audios: await count('audios'),
      palavras: await count('palavras'),
      questoes: await count('questoes'),
    };
  });
