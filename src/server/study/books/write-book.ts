import { type Book, books, coverUrl } from '../../core/content/books.ts';
import { ContentError } from '../../core/content/read-yaml.ts';
import type { Db } from '../../core/db/connection.ts';
import type { PublicCtx } from '../../core/http/ctx.ts';
import { countFailures, type Rule } from '../../core/http/limits.ts';
import { notFound } from '../../core/http/refusal.ts';
import type { OnProgress } from '../../on-progress.ts';
import { type BookPlan, type Change, planBook, type TablePlan } from './plan-book.ts';
import { type BookRow, bookByKey } from './queries.ts';
import { isForeign } from './read-books.ts';
import { retireParts } from './retire-parts.ts';
import { noteVersion } from './school-books.ts';
import { readStoredBook, type StoredBook } from './stored-book.ts';
import { fileRows } from './unit-rows.ts';

/** Temporary numbers, above every real one, for rows that change places. */
const FREE_RANGE = 1_000;
/** Max. rows of one statement: SQLite limits the number of values. */
const SOME = 200;

export interface WrittenBook {
  livro_id: number;
  isNew: boolean;
  /** Name, line, level or cover changed. */
  isHeadChanged: boolean;
  changes: Change[];
}

/**
 * Writes a book with its units, audios, words and tests. Continuing parts keep their ids, so students keep their progress; parts
 * that the version no longer has are retired (0068). An id encodes the original place: unit 204 is the fourth of book 2, and its
 * third word is 20403.
 *
 * @param escola_id the owning school; null: a book of the franchise.
 * @throws ContentError if the code belongs to another owner's book.
 */
export async function writeBook(tx: Db, book: Book, escola_id: number | null): Promise<WrittenBook> {
  const before = await readStoredBook(tx, book.codigo);
  if (before.livro && (before.livro.escola_id !== escola_id || before.livro.arquivo_de !== null)) {
    throw new ContentError([
      `${book.slug}/livro.yaml: codigo: O código ${book.codigo} é de outro livro: escolha outro`,
    ]);
  }
  const { livro_id, isHeadChanged } = await writeHead(tx, book, escola_id, before);
  const plan = planBook(book, livro_id, before);
  await writeParts(tx, plan);
  await retireParts(tx, { livro_id, codigo: book.codigo, before, plan });
  for (const place of plan.places) await writeFiles(tx, place.unidade_id, fileRows(place));
  return { livro_id, isNew: before.livro === undefined, isHeadChanged, changes: plan.changes };
}

async function writeHead(tx: Db, book: Book, escola_id: number | null, { livro }: StoredBook) {
  const { codigo, nome, linha, nivel: nivel_cefr, unidades } = book;
  const head = { nome, linha, nivel_cefr, capa_url: coverUrl(book), unidades_total: unidades.length };
  if (!livro) {
    const { id } = await tx
      .insertInto('livros')
      .values({ codigo, ...head, escola_id, arquivo_de: null })
      .returning('id')
      .executeTakeFirstOrThrow();
    return { livro_id: id, isHeadChanged: false };
  }
  const isHeadChanged = Object.entries(head).some(([key, value]) => livro[key as keyof typeof livro] !== value);
  if (isHeadChanged) await tx.updateTable('livros').set(head).where('id', '=', livro.id).execute();
  return { livro_id: livro.id, isHeadChanged };
}

async function writeParts(tx: Db, { unidades, testes, audios, palavras, questoes }: BookPlan): Promise<void> {
  const idsOf = ({ rows, left }: TablePlan<{ id: number }>) => [...rows, ...left].map(({ id }) => id);
  for (const ids of slices(idsOf(unidades))) {
    await tx
      .updateTable('unidades')
      .set(({ eb }) => ({ numero: eb('numero', '+', FREE_RANGE) }))
      .where('id', 'in', ids)
      .execute();
  }
  for (const ids of slices(idsOf(audios))) {
    await tx
      .updateTable('audios')
      .set(({ eb }) => ({ faixa: eb('faixa', '+', FREE_RANGE) }))
      .where('id', 'in', ids)
      .execute();
  }
  for (const [table, ids] of [
    ['palavras', idsOf(palavras)],
    ['questoes', idsOf(questoes)],
  ] as const) {
    for (const some of slices(ids)) {
      await tx
        .updateTable(table)
        .set(({ eb }) => ({ ordem: eb('ordem', '+', FREE_RANGE) }))
        .where('id', 'in', some)
        .execute();
    }
  }
  await put(tx, 'unidades', unidades.rows);
  await put(tx, 'testes', testes);
  await put(tx, 'audios', audios.rows);
  await put(tx, 'palavras', palavras.rows);
  await put(tx, 'questoes', questoes.rows);
}

/** Inserts or updates whole rows by their id. */
async function put(
  tx: Db,
  table: 'unidades' | 'testes' | 'audios' | 'palavras' | 'questoes',
  rows: readonly Record<string, unknown>[],
): Promise<void> {
  const columns = Object.keys(rows[0] ?? {}).filter((column) => column !== 'id');
  for (const some of slices(rows)) {
    await tx
      .insertInto(table)
      .values(some as never)
      .onConflict((same) =>
        same
          .column('id')
          .doUpdateSet(
            ({ ref }) =>
              Object.fromEntries(columns.map((column) => [column, ref(`excluded.${column}` as never)])) as never,
          ),
      )
      .execute();
  }
}

async function writeFiles(tx: Db, unidade_id: number, files: ReturnType<typeof fileRows>): Promise<void> {
  await tx
    .insertInto('unidade_arquivos')
    .values(files)
    .onConflict((same) =>
      same.columns(['unidade_id', 'url']).doUpdateSet(({ ref }) => ({
        tamanho_bytes: ref('excluded.tamanho_bytes'),
        sha256: ref('excluded.sha256'),
      })),
    )
    .execute();
  // A stale address would make every download of the unit fail.
  await tx
    .deleteFrom('unidade_arquivos')
    .where('unidade_id', '=', unidade_id)
    .where(
      'url',
      'not in',
      files.map(({ url }) => url),
    )
    .execute();
}

const slices = <Item>(items: readonly Item[]): Item[][] =>
  Array.from({ length: Math.ceil(items.length / SOME) }, (_, at) => items.slice(at * SOME, (at + 1) * SOME));

/** Tables with explicit ids, past which PostgreSQL's sequences have to be moved. */
export const catalogueTables = ['livros', 'unidades', 'audios', 'palavras', 'testes', 'questoes'] as const;

/**
 * Writes every book of the franchise with its units, audios, words and tests.
 *
 * @param at the time, in UTC
 * @param onProgress gets the number of written books
 * @returns codes of the new books.
 */
export async function writeCatalogue(db: Db, at: string, onProgress?: OnProgress): Promise<string[]> {
  const added: string[] = [];
  const all = books();
  for (const [index, book] of all.entries()) {
    onProgress?.(index, all.length);
    const written = await writeBook(db, book, null);
    await noteVersion(db, written, book, { at, by: null });
    if (written.isNew) added.push(book.codigo);
  }
  onProgress?.(all.length, all.length);
  return added;
}

/**
 * Finds a book by its uuid or its printed code. Unknown codes count against the limit, real ones do not (BOOK-11).
 *
 * @param escolaId the school of the reader: another school's own book is unknown there; null: no school
 * @throws Refusal 404, 429
 */
export const findCounted = (
  ctx: PublicCtx,
  rule: Rule,
  countedAs: string,
  key: string,
  escolaId: number | null = null,
): Promise<BookRow> =>
  countFailures(ctx.limits, rule, countedAs, async () => {
    const row = await bookByKey(ctx.db, key);
    if (!row || isForeign(row, escolaId)) throw notFound('Não encontramos um livro com este código.');
    return row;
  });
