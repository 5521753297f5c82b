import type { LivroConteudo } from '#lib/contract/practice.schema.ts';
import { bestOf } from '#lib/rules/practice/unit-done.ts';
import type { Db } from '../../core/db/connection.ts';
import type { Reader } from '../books/read-books.ts';
import { booksWithUnits } from '../books/read-books.ts';
import { packageOf, presentAudio, presentTest, presentWord } from './present.ts';
import { refreshProgress } from './progress.ts';
import { audiosIn, cardsOf, filesIn, hasStudied, positionsOf, testsIn, wordsIn, wordsMetIn } from './queries.ts';

type Books = Awaited<ReturnType<typeof booksWithUnits>>;

/** The reader's books. For a newly linked one, the progress is computed from the reader's earlier practice. */
export async function caughtUp(db: Db, reader: Reader, now: Date): Promise<Books> {
  const books = await booksWithUnits(db, reader);
  const blank = books.flatMap(({ units }) => (units.every(({ audios_ouvidos: heard }) => heard === null) ? units : []));
  if (blank.length === 0 || !(await hasStudied(db, reader.userId))) return books;
  await refreshProgress(
    db,
    reader.userId,
    blank.map(({ unidade_id }) => unidade_id),
    now.toISOString(),
  );
  return booksWithUnits(db, reader);
}

/**
 * The contents of books, with progress (API-30): six queries for any number of books.
 *
 * @param only the number of a unit: in a book with such a unit, the others have no contents.
 */
export async function readContents(
  db: Db,
  userId: number,
  books: Books,
  now: Date,
  only?: number,
): Promise<LivroConteudo[]> {
  const filled = books.flatMap(({ units }) => {
    const requested = units.filter(({ numero }) => numero === only);
    return requested.length > 0 ? requested : units;
  });
  const ids = [...new Set(filled.map(({ unidade_id }) => unidade_id))];
  if (ids.length === 0) return books.map(({ book }) => ({ livro: book.livro, user_book_id: book.id, unidades: [] }));
  const [audios, words, tests, files, positions, cards] = await Promise.all([
    audiosIn(db, ids),
    wordsIn(db, ids),
    testsIn(db, userId, ids),
    filesIn(db, ids),
    positionsOf(db, userId),
    cardsOf(db, userId),
  ]);
  const bytes = new Map(files.map(({ url, tamanho_bytes }) => [url, tamanho_bytes]));
  const heard = new Map(positions.map((position) => [position.audio_id, position]));
  const known = new Map(cards.map((card) => [card.palavra_id, card]));
  return books.map(({ book, units }) => ({
    livro: book.livro,
    user_book_id: book.id,
    unidades: units.map((unit) => {
      const inUnit = <Row extends { unidade_id: number }>(rows: Row[]) =>
        rows.filter(({ unidade_id }) => unidade_id === unit.unidade_id);
      return {
        ...presentUnit(unit),
        audios: inUnit(audios).map((row) => presentAudio(row, heard.get(row.id), bytes.get(row.url) ?? 0)),
        vocabulario: inUnit(words).map((row) => presentWord(row, known.get(row.id), now)),
        testes: inUnit(tests).map(presentTest),
        pacote_offline: packageOf(inUnit(files)),
      };
    }),
  }));
}

/** Books with the reader's progress in each unit, without contents: two queries. */
export async function readSummary(db: Db, userId: number, books: Books): Promise<LivroConteudo[]> {
  const ids = [...new Set(books.flatMap(({ units }) => units.map(({ unidade_id }) => unidade_id)))];
  const [met, tests] =
    ids.length === 0 ? [[], []] : await Promise.all([wordsMetIn(db, userId, ids), testsIn(db, userId, ids)]);
  const words = new Map(met.map(({ unidade_id, total }) => [unidade_id, Number(total)]));
  return books.map(({ book, units }) => ({
    livro: book.livro,
    user_book_id: book.id,
    unidades: units.map((unit) => ({
      ...presentUnit(unit),
      feito: {
        audios_ouvidos: unit.audios_ouvidos ?? 0,
        audios_total: unit.audios_total,
        palavras_vistas: words.get(unit.unidade_id) ?? 0,
        palavras_total: unit.palavras_total,
        melhor_nota: bestOf(tests.filter(({ unidade_id }) => unidade_id === unit.unidade_id)),
      },
      audios: [],
      vocabulario: [],
      testes: [],
      pacote_offline: packageOf([]),
    })),
  }));
}

const presentUnit = ({ unidade_id, numero, titulo, pagina_inicial, concluida_em }: Books[number]['units'][number]) => ({
  id: unidade_id,
  numero,
  titulo,
  pagina_inicial,
  concluida: concluida_em !== null,
});
