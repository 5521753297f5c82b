import recordings from './content/recordings.json' with { type: 'json' };
import { exampleUrl, questionUrl, type Recording, saidIn, soundsOf, trackUrl, wordUrl } from './content/sounds.ts';
import type { AudioContent, UnitContent, WordContent } from './content/unit-content.ts';
import { partsOf } from './questions.ts';

const known = recordings as unknown as Record<string, Recording>;
const recordingOf = (url: string): Recording =>
  known[url] ?? { script: '', bytes: 0, sha256: '', seconds: 0, lines: [], peaks: [] };

/** Where in the catalogue a row belongs. */
export interface Place {
  /** Folder of the book. */
  book: string;
  unidade_id: number;
  numero: number;
  pagina_inicial: number;
  content: UnitContent;
}

/** @param faixa from 1 */
export function audioRow({ book, numero, unidade_id, pagina_inicial }: Place, audio: AudioContent, faixa: number) {
  const url = trackUrl(book, numero, faixa);
  const { seconds, lines, peaks } = recordingOf(url);
  return {
    id: unidade_id * 10 + faixa,
    unidade_id,
    faixa,
    titulo: audio.titulo,
    url,
    mime: 'audio/mpeg',
    duracao_s: seconds,
    pagina: pagina_inicial + faixa * 2,
    transcricao: JSON.stringify(
      audio.lines.map(({ who, text, pt }, index) => {
        const [inicio_s, fim_s] = lines[index] ?? [0, 0];
        return { inicio_s, fim_s, locutor: who ?? null, texto: text, traducao: pt };
      }),
    ),
    picos: JSON.stringify(peaks ?? []),
  };
}

/** @param ordem from 1 */
export const wordRow = ({ book, numero, unidade_id }: Place, word: WordContent, ordem: number) => ({
  id: unidade_id * 100 + ordem,
  unidade_id,
  ordem,
  termo: word.term,
  classe: word.kind,
  traducao: word.pt,
  exemplo: word.example,
  exemplo_traducao: word.examplePt,
  ipa: word.ipa,
  audio_url: wordUrl(book, numero, ordem),
  exemplo_audio_url: exampleUrl(book, numero, ordem),
});

/** The ten questions of the unit's test, each with the word that a wrong answer brings back. */
export const questionRows = ({ book, numero, unidade_id, content }: Place) =>
  content.questions.map((question, index) => {
    const id = unidade_id * 100 + index + 1;
    const { tipo, dados, chave, resposta } = partsOf(question, id);
    const word = content.words.findIndex(({ term }) => term === question.word);
    return {
      id,
      teste_id: unidade_id * 10 + 1,
      ordem: index + 1,
      tipo,
      enunciado: question.ask,
      audio_url: saidIn(question) === undefined ? null : questionUrl(book, numero, index + 1),
      dados: JSON.stringify(dados),
      chave: JSON.stringify(chave),
      explicacao: `Resposta: ${resposta}. ${question.why}`.replace(/([.!?])\. /, '$1 '),
      palavra_id: word < 0 ? null : unidade_id * 100 + word + 1,
      pontos: 1,
    };
  });

/** What an offline package of the unit holds. */
export const fileRows = ({ book, numero, unidade_id, content }: Place) =>
  soundsOf(book, numero, content).map(({ url }) => {
    const { bytes, sha256 } = recordingOf(url);
    return { unidade_id, url, tamanho_bytes: bytes, sha256 };
  });
