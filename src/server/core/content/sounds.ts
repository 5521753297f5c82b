import { createHash } from 'node:crypto';
import { heardIn, type Unit } from '#content/book.schema.ts';
import type { Book } from './books.ts';

/** A spoken text that is stored as one file. */
export interface Sound {
  /** Below the folder of its book: `unidade-3/faixa-1.mp3`. */
  path: string;
  /** Its name in the address. */
  som: string;
  url: string;
  /** Students hear it line by line, with its loudness drawn. */
  isTrack: boolean;
  lines: readonly { locutor?: string | undefined; texto: string }[];
}

/** The data of a recording. `lines`: begin and end of each line in seconds; `peaks`: loudness from 0 to 100. */
export interface Recording {
  /** The digest of the spoken text; it shows a later change. Absent when a person spoke. */
  script?: string;
  bytes: number;
  sha256: string;
  seconds: number;
  lines?: [number, number][];
  peaks?: number[];
}

/** Public address of a sound. Devices store it with downloaded units. */
export const soundUrl = ({ slug, addresses }: Pick<Book, 'slug' | 'addresses'>, numero: number, som: string) =>
  addresses?.[soundPath(numero, som)] ?? `/audio/livros/${slug}/${numero}/${som}`;

/** Empty for a sound without measurements. */
export const recordingOf = ({ recordings }: Pick<Book, 'recordings'>, numero: number, som: string): Recording =>
  recordings[soundPath(numero, som)] ?? { bytes: 0, sha256: '', seconds: 0 };

const soundPath = (numero: number, som: string) => `unidade-${numero}/${som}`;

/** Every sound of a unit. @param numero from 1 */
export function soundsOf(book: Pick<Book, 'slug' | 'addresses'>, numero: number, unit: Unit): Sound[] {
  const sound = (som: string, lines: Sound['lines'], isTrack = false): Sound => ({
    path: soundPath(numero, som),
    som,
    url: soundUrl(book, numero, som),
    isTrack,
    lines,
  });
  return [
    ...unit.audios.map(({ som, linhas }) => sound(som, linhas, true)),
    ...unit.palavras.flatMap(({ termo, som, exemplo, exemplo_som }) => [
      sound(som, [{ texto: termo }]),
      sound(exemplo_som, [{ texto: exemplo }]),
    ]),
    ...unit.questoes.flatMap((question) => {
      const heard = heardIn(question);
      return heard ? [sound(heard.som, [{ texto: heard.fala }])] : [];
    }),
  ];
}

/** Every sound of a book. */
export const soundsOfBook = (book: Book): Sound[] =>
  book.unidades.flatMap((unit, index) => soundsOf(book, index + 1, unit));

export const scriptOf = ({ lines }: Pick<Sound, 'lines'>): string =>
  createHash('sha256')
    .update(JSON.stringify(lines.map(({ locutor, texto }) => [locutor ?? '', texto])))
    .digest('hex')
    .slice(0, 16);
