import type { Selectable } from 'kysely';
import type { Db } from '../../core/db/connection.ts';
import type { Schema } from '../../tables.ts';

type Row<Table extends keyof Schema> = Selectable<Schema[Table]>;
export type BookHeadRow = Row<'livros'>;
export type UnitRow = Row<'unidades'>;
export type AudioRow = Row<'audios'>;
export type WordRow = Row<'palavras'>;
export type TestRow = Row<'testes'>;
export type QuestionRow = Row<'questoes'>;

/** The stored book, including retired parts. */
export interface StoredBook {
  livro: BookHeadRow | undefined;
  /** The book that holds the retired parts. */
  archiveId: number | undefined;
  unidades: UnitRow[];
  audios: AudioRow[];
  palavras: WordRow[];
  testes: TestRow[];
  questoes: QuestionRow[];
}

/** A book by its code: a query for each table. */
export async function readStoredBook(db: Db, codigo: string): Promise<StoredBook> {
  const livro = await db.selectFrom('livros').selectAll().where('codigo', '=', codigo).executeTakeFirst();
  if (!livro) {
    return { livro, archiveId: undefined, unidades: [], audios: [], palavras: [], testes: [], questoes: [] };
  }
  const archive = await db.selectFrom('livros').select('id').where('arquivo_de', '=', livro.id).executeTakeFirst();
  const unidades = await db
    .selectFrom('unidades')
    .selectAll()
    .where('livro_id', 'in', archive ? [livro.id, archive.id] : [livro.id])
    .orderBy('numero')
    .execute();
  // An empty list would be invalid SQL, so it contains an id that no row has.
  const units = [0, ...unidades.map(({ id }) => id)];
  const [audios, palavras, testes] = await Promise.all([
    db.selectFrom('audios').selectAll().where('unidade_id', 'in', units).orderBy('id').execute(),
    db.selectFrom('palavras').selectAll().where('unidade_id', 'in', units).orderBy('id').execute(),
    db.selectFrom('testes').selectAll().where('unidade_id', 'in', units).orderBy('id').execute(),
  ]);
  const tests = [0, ...testes.map(({ id }) => id)];
  const questoes = await db.selectFrom('questoes').selectAll().where('teste_id', 'in', tests).orderBy('id').execute();
  return { livro, archiveId: archive?.id, unidades, audios, palavras, testes, questoes };
}
