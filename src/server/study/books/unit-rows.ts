import { heardIn, type Question, type Track, type Unit, type Word } from '#content/book.schema.ts';
import type { Book } from '../../core/content/books.ts';
import { recordingOf, soundsOf, soundUrl } from '../../core/content/sounds.ts';

/** The place of a row in the catalogue. */
export interface Place {
  book: Book;
  unidade_id: number;
  numero: number;
  pagina_inicial: number;
  content: Unit;
}

const PAGES_OF_UNIT = 12;
const FIRST_PAGE = 6;

/** The page of the printed book where a unit begins. */
export const firstPage = (numero: number) => FIRST_PAGE + (numero - 1) * PAGES_OF_UNIT;

/** @param faixa from 1 */
export function audioRow({ book, numero, unidade_id, pagina_inicial }: Place, track: Track, id: number, faixa: number) {
  const { seconds, lines = [], peaks = [] } = recordingOf(book, numero, track.som);
  return {
    id,
    unidade_id,
    faixa,
    titulo: track.titulo,
    url: soundUrl(book, numero, track.som),
    mime: 'audio/mpeg',
    duracao_s: seconds,
    pagina: pagina_inicial + faixa * 2,
    transcricao: JSON.stringify(
      track.linhas.map(({ locutor = null, texto, traducao, tempo }, index) => {
        const [inicio_s, fim_s] = tempo ?? lines[index] ?? [0, 0];
        return { inicio_s, fim_s, locutor, texto, traducao };
      }),
    ),
    picos: JSON.stringify(peaks),
  };
}

/** @param ordem from 1 */
export function wordRow({ book, numero, unidade_id }: Place, word: Word, id: number, ordem: number) {
  const { som, exemplo_som, ...texts } = word;
  return {
    id,
    unidade_id,
    ordem,
    ...texts,
    audio_url: soundUrl(book, numero, som),
    exemplo_audio_url: soundUrl(book, numero, exemplo_som),
  };
}

/** The explanation shown after an answer. */
export const explanationOf = (question: Question): string =>
  `Resposta: ${partsOf(question, 0).resposta}. ${question.explicacao}`.replace(/([.!?])\. /, '$1 ');

/** A question of the unit's test. @param ids of the row, of its test, and of the word to review after a wrong answer */
export function questionRow(
  { book, numero }: Place,
  question: Question,
  { id, teste_id, palavra_id }: { id: number; teste_id: number; palavra_id: number | null },
  ordem: number,
) {
  const { dados, chave } = partsOf(question, id);
  const heard = heardIn(question);
  return {
    id,
    teste_id,
    ordem,
    tipo: question.tipo,
    enunciado: question.enunciado,
    audio_url: heard ? soundUrl(book, numero, heard.som) : null,
    dados: JSON.stringify(dados),
    chave: JSON.stringify(chave),
    explicacao: explanationOf(question),
    palavra_id,
    pontos: 1,
  };
}

/** The files of the unit's offline package. */
export const fileRows = ({ book, numero, unidade_id, content }: Place) =>
  soundsOf(book, numero, content).map(({ som, url }) => {
    const { bytes, sha256 } = recordingOf(book, numero, som);
    return { unidade_id, url, tamanho_bytes: bytes, sha256 };
  });

type Option = { id: string; texto: string };

interface QuestionParts {
  dados: { alternativas?: Option[]; pares?: Option[] };
  chave: (string | string[])[];
  /** The right answer in words, shown with the explanation. */
  resposta: string;
}

/** Turns a written question into its question and its answers. @param seed decides the order of the options */
export function partsOf(question: Question, seed: number): QuestionParts {
  switch (question.tipo) {
    case 'multipla_escolha': {
      const texts = shuffled(question.alternativas, seed);
      return {
        dados: { alternativas: texts.map((texto, index) => ({ id: letter(index), texto })) },
        chave: [letter(texts.indexOf(question.resposta))],
        resposta: question.resposta,
      };
    }
    case 'lacuna':
      return { dados: {}, chave: [...question.respostas], resposta: question.respostas[0] ?? '' };
    case 'ordenar':
      return {
        dados: { alternativas: mixed(question.resposta, seed).map((texto, index) => ({ id: letter(index), texto })) },
        chave: [question.resposta],
        resposta: question.resposta,
      };
    case 'ditado':
      return { dados: {}, chave: [question.fala], resposta: question.fala };
    case 'associar': {
      const right = shuffled(
        question.pares.map(([, pt]) => pt),
        seed,
      );
      return {
        dados: {
          alternativas: question.pares.map(([texto], index) => ({ id: letter(index), texto })),
          pares: right.map((texto, index) => ({ id: String(index + 1), texto })),
        },
        chave: [question.pares.map(([, pt], index) => `${letter(index)}:${right.indexOf(pt) + 1}`)],
        resposta: question.pares.map((pair) => pair.join(' = ')).join('; '),
      };
    }
  }
}

const letter = (index: number) => String.fromCharCode(97 + index);

/** The words of a sentence in another order. */
function mixed(sentence: string, seed: number): string[] {
  const words = sentence.split(' ');
  for (let round = 0; round < 20; round++) {
    const order = shuffled(words, seed + round);
    if (order.join(' ') !== sentence) return order;
  }
  return words.toReversed();
}

/** The same seed gives the same order, so seeding again does not change the questions. */
function shuffled<T>(items: readonly T[], seed: number): T[] {
  const result = [...items];
  let state = seed * 2_654_435_761;
  for (let index = result.length - 1; index > 0; index--) {
    state = (Math.imul(state ^ (state >>> 15), 2_246_822_519) + 0x9e3779b9) >>> 0;
    const other = state % (index + 1);
    [result[index], result[other]] = [result[other] as T, result[index] as T];
  }
  return result;
}
