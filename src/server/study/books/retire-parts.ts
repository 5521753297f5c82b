import type { Db } from '../../core/db/connection.ts';
import type { BookPlan } from './plan-book.ts';
import type { StoredBook } from './stored-book.ts';

interface Retired {
  livro_id: number;
  codigo: string;
  before: StoredBook;
  plan: BookPlan;
}

/** The archive's unit for single parts; whole units get lower numbers. */
const LOOSE = 99;
const ids = (rows: readonly { id: number }[]): number[] => [0, ...rows.map(({ id }) => id)];

/**
 * Removes parts from a book that its new version no longer has. A part used by students or classes is moved to the archive, with
 * its id and all related data; the others are deleted.
 */
export async function retireParts(tx: Db, retired: Retired): Promise<void> {
  const { plan } = retired;
  if (plan.changes.every(({ tipo }) => tipo !== 'retirada')) return;
  const archive = archiveOf(tx, retired);
  await retireQuestions(tx, plan, archive);
  const heard = await used(tx, 'audio_posicoes', 'audio_id', ids(plan.audios.left));
  const known = new Set([
    ...(await used(tx, 'cartoes', 'palavra_id', ids(plan.palavras.left))),
    ...(await used(tx, 'revisoes', 'palavra_id', ids(plan.palavras.left))),
  ]);
  for (const { id } of plan.audios.left) {
    if (!heard.has(id)) await tx.deleteFrom('audios').where('id', '=', id).execute();
    else
      await tx
        .updateTable('audios')
        .set({ unidade_id: await archive.unit(), faixa: id })
        .where('id', '=', id)
        .execute();
  }
  for (const { id } of plan.palavras.left) {
    if (!known.has(id)) await tx.deleteFrom('palavras').where('id', '=', id).execute();
    else
      await tx
        .updateTable('palavras')
        .set({ unidade_id: await archive.unit(), ordem: id })
        .where('id', '=', id)
        .execute();
  }
  for (const { id } of plan.unidades.left) await retireUnit(tx, id, archive);
}

/** Answers refer to question ids, so the questions of a used test are kept. */
async function retireQuestions(tx: Db, { questoes }: BookPlan, archive: Archive): Promise<void> {
  const done = await used(tx, 'tentativas', 'teste_id', [0, ...questoes.left.map(({ teste_id }) => teste_id)]);
  for (const { id, teste_id } of questoes.left) {
    if (!done.has(teste_id)) await tx.deleteFrom('questoes').where('id', '=', id).execute();
    else {
      await tx
        .updateTable('questoes')
        .set({ teste_id: await archive.test(), ordem: id, palavra_id: null })
        .where('id', '=', id)
        .execute();
    }
  }
}

async function retireUnit(tx: Db, id: number, archive: Archive): Promise<void> {
  if (await isUnitUsed(tx, id)) {
    await tx
      .updateTable('unidades')
      .set({ livro_id: await archive.book(), numero: await archive.number() })
      .where('id', '=', id)
      .execute();
    return;
  }
  // The database deletes its parts with it.
  await tx.deleteFrom('unidades').where('id', '=', id).execute();
}

async function isUnitUsed(tx: Db, id: number): Promise<boolean> {
  for (const table of ['unidade_progressos', 'aulas', 'turma_atividades'] as const) {
    if ((await used(tx, table, 'unidade_id', [id])).size > 0) return true;
  }
  const within = async (table: 'audios' | 'palavras' | 'testes') =>
    ids(await tx.selectFrom(table).select('id').where('unidade_id', '=', id).execute());
  const [audios, words, tests] = [await within('audios'), await within('palavras'), await within('testes')];
  return (
    (await used(tx, 'audio_posicoes', 'audio_id', audios)).size > 0 ||
    (await used(tx, 'cartoes', 'palavra_id', words)).size > 0 ||
    (await used(tx, 'revisoes', 'palavra_id', words)).size > 0 ||
    (await used(tx, 'tentativas', 'teste_id', tests)).size > 0
  );
}

type Users =
  | 'audio_posicoes'
  | 'cartoes'
  | 'revisoes'
  | 'tentativas'
  | 'unidade_progressos'
  | 'aulas'
  | 'turma_atividades';

/** The ids that a table refers to. */
async function used(
  tx: Db,
  table: Users,
  column: 'audio_id' | 'palavra_id' | 'teste_id' | 'unidade_id',
  some: readonly number[],
): Promise<Set<number>> {
  const rows = await tx
    .selectFrom(table as 'audio_posicoes')
    .select(`${column} as id` as 'audio_id as id')
    .where(column as 'audio_id', 'in', some)
    .distinct()
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** The archive of a book, created for the first retired part. */
type Archive = ReturnType<typeof archiveOf>;
function archiveOf(tx: Db, { livro_id, codigo, before }: Retired) {
  let bookId = before.archiveId;
  let loose: { unit: number; test: number } | undefined;
  const book = async (): Promise<number> => {
    if (bookId !== undefined) return bookId;
    const { linha, nivel_cefr, capa_url, escola_id } = await tx
      .selectFrom('livros')
      .selectAll()
      .where('id', '=', livro_id)
      .executeTakeFirstOrThrow();
    const { id } = await tx
      .insertInto('livros')
      // Unique, because codes of books contain no tilde.
      .values({ codigo: `${codigo}~`, nome: `Arquivo de ${codigo}`, linha, nivel_cefr, capa_url, unidades_total: 0 })
      .returning('id')
      .executeTakeFirstOrThrow();
    await tx.updateTable('livros').set({ arquivo_de: livro_id, escola_id }).where('id', '=', id).execute();
    bookId = id;
    return id;
  };
  const parts = async () => {
    if (loose) return loose;
    const livro = await book();
    const unit = livro * 100 + LOOSE;
    loose = { unit, test: unit * 10 + 1 };
    const row = { id: unit, livro_id: livro, numero: LOOSE, titulo: 'Partes retiradas', pagina_inicial: null };
    await tx
      .insertInto('unidades')
      .values({ ...row, audios_total: 0, palavras_total: 0, testes_total: 0 })
      .onConflict((same) => same.column('id').doNothing())
      .execute();
    await tx
      .insertInto('testes')
      .values({ id: loose.test, unidade_id: unit, titulo: 'Questões retiradas', tempo_limite_s: null })
      .onConflict((same) => same.column('id').doNothing())
      .execute();
    return loose;
  };
  return {
    book,
    unit: async () => (await parts()).unit,
    test: async () => (await parts()).test,
    /** A number that no unit of the archive has. */
    async number(): Promise<number> {
      const { max } = await tx
        .selectFrom('unidades')
        .select(({ fn }) => fn.max('numero').as('max'))
        .where('livro_id', '=', await book())
        .executeTakeFirstOrThrow();
      return Math.max(Number(max ?? 0), LOOSE) + 1;
    },
  };
}
