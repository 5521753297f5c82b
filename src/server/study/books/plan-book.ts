import type { Unit } from '#content/book.schema.ts';
import { freeNumbers, type Pair, pairUp } from '#lib/rules/books/pair-up.ts';
import type { Book } from '../../core/content/books.ts';
import { ContentError } from '../../core/content/read-yaml.ts';
import { soundUrl } from '../../core/content/sounds.ts';
import type { AudioRow, QuestionRow, StoredBook, TestRow, UnitRow, WordRow } from './stored-book.ts';
import { audioRow, explanationOf, firstPage, type Place, questionRow, wordRow } from './unit-rows.ts';

export type Part = 'unidade' | 'audio' | 'palavra' | 'questao';
/** The change of a part of a book by a version. */
export interface Change {
  parte: Part;
  tipo: 'nova' | 'mudada' | 'retirada';
  /** The number of the unit. */
  unidade: number;
  nome: string;
}

/** The rows of one table: those to write, and those to retire. */
export interface TablePlan<Row> {
  rows: Row[];
  left: Row[];
}

export interface BookPlan {
  unidades: TablePlan<UnitRow>;
  testes: TestRow[];
  audios: TablePlan<AudioRow>;
  palavras: TablePlan<WordRow>;
  questoes: TablePlan<QuestionRow>;
  places: Place[];
  changes: Change[];
}

/** The max. number of parts for which ids leave room: see `write-book.ts`. */
const MAX_PARTS = 99;
const MAX_TRACKS = 9;

const isSame = (row: object | undefined, target: object): boolean =>
  row !== undefined && Object.entries(target).every(([key, value]) => row[key as keyof typeof row] === value);

/** Numbers below one id, such as the words of a unit. */
function idsBelow(existing: readonly { id: number }[], factor: number, max: number) {
  const byParent = new Map<number, number[]>();
  for (const { id } of existing) {
    const parent = Math.floor(id / factor);
    byParent.set(parent, [...(byParent.get(parent) ?? []), id % factor]);
  }
  const free = new Map<number, (wish: number) => number | null>();
  return (parent: number, wish: number, numero: number): number => {
    let next = free.get(parent);
    if (!next) {
      next = freeNumbers(byParent.get(parent) ?? [], max);
      free.set(parent, next);
    }
    const number = next(wish);
    if (number !== null) return parent * factor + number;
    throw new ContentError([
      `unidade-${numero}.yaml: Alunos já usaram ${max} partes assim nesta unidade: mude as que há`,
    ]);
  };
}

/**
 * Decides for each part of a book whether it continues, is new or is retired. A part that continues keeps its id, and so the
 * progress of students: a unit is matched by its title or number, a word by its term or translation, a track by its sound, title
 * or number, a question by its texts or place.
 *
 * @param before the stored book
 * @throws ContentError if a unit has no free id for a new part.
 */
export function planBook(book: Book, livro_id: number, before: StoredBook): BookPlan {
  const isRetired = (unit: UnitRow) => unit.livro_id !== livro_id;
  const units = pairUp(before.unidades, book.unidades, [
    [
      (row) => (isRetired(row) ? null : `${row.numero} ${row.titulo}`),
      (unit) => `${numberOf(book, unit)} ${unit.titulo}`,
    ],
    [(row) => row.titulo, (unit) => unit.titulo],
    [(row) => (isRetired(row) ? null : row.numero), (unit) => numberOf(book, unit)],
  ]);
  const unitId = idsBelow(before.unidades, 100, MAX_PARTS);
  const places = units.pairs.map(({ row, target }) => {
    const numero = numberOf(book, target);
    const unidade_id = row?.id ?? unitId(livro_id, numero, numero);
    return { book, unidade_id, numero, pagina_inicial: firstPage(numero), content: target };
  });
  const active = new Set(places.map(({ unidade_id }) => unidade_id));
  const gone = new Set(units.left.map(({ id }) => id));
  const changes: Change[] = [];
  const unidades = keep(units.pairs, changes, 'unidade', (target) => {
    const place = placeOf(places, target);
    const row = {
      id: place.unidade_id,
      livro_id,
      numero: place.numero,
      titulo: target.titulo,
      pagina_inicial: place.pagina_inicial,
      audios_total: target.audios.length,
      palavras_total: target.palavras.length,
      testes_total: 1,
    };
    return { row, numero: place.numero, nome: target.titulo };
  });
  const testes = places.map(({ unidade_id, numero }) => {
    const known = before.testes.find((test) => test.unidade_id === unidade_id);
    return {
      id: known?.id ?? unidade_id * 10 + 1,
      unidade_id,
      titulo: `Teste da unidade ${numero}`,
      tempo_limite_s: null,
    };
  });
  const audios = planAudios(before, places, changes);
  const palavras = planWords(before, places, changes);
  const questoes = planQuestions(before, places, { testes, words: palavras.all, changes });
  const numbers = new Map(before.unidades.map(({ id, numero }) => [id, numero]));
  const retire = (parte: Part, unidade_id: number, nome: string) =>
    changes.push({ parte, tipo: 'retirada', unidade: numbers.get(unidade_id) ?? 0, nome });
  const leftUnits = units.left.filter((unit) => !isRetired(unit));
  for (const { id, titulo } of leftUnits) retire('unidade', id, titulo);
  // The parts of a retired unit are retired with it.
  const inBook = <Row extends { unidade_id: number }>(rows: Row[]) =>
    rows.filter(({ unidade_id }) => active.has(unidade_id) && !gone.has(unidade_id));
  const [leftAudios, leftWords] = [inBook(audios.left), inBook(palavras.left)];
  for (const { unidade_id, titulo } of leftAudios) retire('audio', unidade_id, titulo);
  for (const { unidade_id, termo } of leftWords) retire('palavra', unidade_id, termo);
  const unitOfTest = new Map(before.testes.map(({ id, unidade_id }) => [id, unidade_id]));
  const leftQuestions = questoes.left.filter(({ teste_id }) => active.has(unitOfTest.get(teste_id) ?? 0));
  for (const { teste_id, enunciado } of leftQuestions) retire('questao', unitOfTest.get(teste_id) ?? 0, enunciado);
  return {
    unidades: { rows: unidades, left: leftUnits },
    testes,
    audios: { rows: audios.rows, left: leftAudios },
    palavras: { rows: palavras.rows, left: leftWords },
    questoes: { rows: questoes.rows, left: leftQuestions },
    places,
    changes,
  };
}

const numberOf = (book: Book, unit: Unit) => book.unidades.indexOf(unit) + 1;

function placeOf(places: readonly Place[], unit: Unit): Place {
  const place = places.find(({ content }) => content === unit);
  if (!place) throw new Error('a unit without a place');
  return place;
}

/** The new and changed rows, each with its change. */
function keep<Row extends object, Target>(
  pairs: readonly Pair<Row, Target>[],
  changes: Change[],
  parte: Part,
  make: (target: Target, row: Row | undefined) => { row: Row; numero: number; nome: string },
): Row[] {
  return pairs.flatMap(({ row, target }) => {
    const made = make(target, row);
    if (isSame(row, made.row)) return [];
    changes.push({ parte, tipo: row ? 'mudada' : 'nova', unidade: made.numero, nome: made.nome });
    return [made.row];
  });
}

function planAudios({ audios }: StoredBook, places: readonly Place[], changes: Change[]) {
  const target = places.flatMap((place) => place.content.audios.map((track, at) => ({ place, track, faixa: at + 1 })));
  type Target = (typeof target)[number];
  const below = (place: Place, name: string | number) => `${place.unidade_id} ${name}`;
  const { pairs, left } = pairUp<AudioRow, Target>(audios, target, [
    [({ url }) => url, ({ place, track }) => soundUrl(place.book, place.numero, track.som)],
    [(row) => `${row.unidade_id} ${row.titulo}`, ({ place, track }) => below(place, track.titulo)],
    [(row) => `${row.unidade_id} ${row.faixa}`, ({ place, faixa }) => below(place, faixa)],
  ]);
  const idOf = idsBelow(audios, 10, MAX_TRACKS);
  const rows = keep(pairs, changes, 'audio', ({ place, track, faixa }, row) => ({
    row: audioRow(place, track, row?.id ?? idOf(place.unidade_id, faixa, place.numero), faixa),
    numero: place.numero,
    nome: track.titulo,
  }));
  return { rows, left };
}

function planWords({ palavras }: StoredBook, places: readonly Place[], changes: Change[]) {
  const target = places.flatMap((place) => place.content.palavras.map((word, at) => ({ place, word, ordem: at + 1 })));
  type Target = (typeof target)[number];
  const { pairs, left } = pairUp<WordRow, Target>(palavras, target, [
    [(row) => row.termo, ({ word }) => word.termo],
    [(row) => `${row.unidade_id} ${row.traducao}`, ({ place, word }) => `${place.unidade_id} ${word.traducao}`],
  ]);
  const idOf = idsBelow(palavras, 100, MAX_PARTS);
  /** Ids by term: a book teaches no term twice. */
  const all = new Map<string, number>();
  const rows = keep(pairs, changes, 'palavra', ({ place, word, ordem }, row) => {
    const id = row?.id ?? idOf(place.unidade_id, ordem, place.numero);
    all.set(word.termo, id);
    return { row: wordRow(place, word, id, ordem), numero: place.numero, nome: word.termo };
  });
  return { rows, left, all };
}

interface OfTests {
  testes: readonly TestRow[];
  words: ReadonlyMap<string, number>;
  changes: Change[];
}

function planQuestions({ questoes }: StoredBook, places: readonly Place[], { testes, words, changes }: OfTests) {
  const target = places.flatMap((place) => {
    const test = testes.find(({ unidade_id }) => unidade_id === place.unidade_id)?.id ?? 0;
    return place.content.questoes.map((question, at) => {
      const { tipo, enunciado } = question;
      return {
        place,
        question,
        test,
        ordem: at + 1,
        name: `${test} ${tipo} ${enunciado}`,
        explained: explanationOf(question),
      };
    });
  });
  type Target = (typeof target)[number];
  const nameOf = ({ teste_id, tipo, enunciado }: QuestionRow) => `${teste_id} ${tipo} ${enunciado}`;
  const { pairs, left } = pairUp<QuestionRow, Target>(questoes, target, [
    [(row) => `${nameOf(row)} ${row.explicacao}`, ({ name, explained }) => `${name} ${explained}`],
    [nameOf, ({ name }) => name],
    [
      (row) => `${row.teste_id} ${row.tipo} ${row.ordem}`,
      ({ test, question, ordem }) => `${test} ${question.tipo} ${ordem}`,
    ],
  ]);
  const idOf = idsBelow(questoes, 100, MAX_PARTS);
  const rows = keep(pairs, changes, 'questao', ({ place, question, test: teste_id, ordem }, row) => {
    const id = row?.id ?? idOf(place.unidade_id, ordem, place.numero);
    const palavra_id = words.get(question.palavra) ?? null;
    return {
      row: questionRow(place, question, { id, teste_id, palavra_id }, ordem),
      numero: place.numero,
      nome: question.enunciado,
    };
  });
  return { rows, left };
}
