import { heardIn, type Track, type Unit, type Word } from '#content/book.schema.ts';
import type { Book } from '../content/books.ts';
import { recordingOf, soundsOf, soundUrl } from '../content/sounds.ts';
import { partsOf } from './questions.ts';

/** The place of a row in the catalogue. */
export interface Place {
  book: Book;
  unidade_id: number;
  numero: number;
  pagina_inicial: number;
  content: Unit;
}

/** @param faixa from 1 */
export function audioRow({ book, numero, unidade_id, pagina_inicial }: Place, track: Track, faixa: number) {
  const { seconds, lines = [], peaks = [] } = recordingOf(book, numero, track.som);
  return {
    id: unidade_id * 10 + faixa,
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
export function wordRow({ book, numero, unidade_id }: Place, word: Word, ordem: number) {
  const { som, exemplo_som, ...texts } = word;
  return {
    id: unidade_id * 100 + ordem,
    unidade_id,
    ordem,
    ...texts,
    audio_url: soundUrl(book, numero, som),
    exemplo_audio_url: soundUrl(book, numero, exemplo_som),
  };
}

/** The questions of the unit's test, each with the word that comes back after a wrong answer. */
export const questionRows = ({ book, numero, unidade_id, content }: Place) =>
  content.questoes.map((question, index) => {
    const id = unidade_id * 100 + index + 1;
    const { dados, chave, resposta } = partsOf(question, id);
    const word = content.palavras.findIndex(({ termo }) => termo === question.palavra);
    const heard = heardIn(question);
    return {
      id,
      teste_id: unidade_id * 10 + 1,
      ordem: index + 1,
      tipo: question.tipo,
      enunciado: question.enunciado,
      audio_url: heard ? soundUrl(book, numero, heard.som) : null,
      dados: JSON.stringify(dados),
      chave: JSON.stringify(chave),
      explicacao: `Resposta: ${resposta}. ${question.explicacao}`.replace(/([.!?])\. /, '$1 '),
      palavra_id: word < 0 ? null : unidade_id * 100 + word + 1,
      pontos: 1,
    };
  });

/** The files of the unit's offline package. */
export const fileRows = ({ book, numero, unidade_id, content }: Place) =>
  soundsOf(book, numero, content).map(({ som, url }) => {
    const { bytes, sha256 } = recordingOf(book, numero, som);
    return { unidade_id, url, tamanho_bytes: bytes, sha256 };
  });
