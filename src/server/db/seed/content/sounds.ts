import { createHash } from 'node:crypto';
import type { QuestionContent, UnitContent } from './unit-content.ts';

/** Something that is spoken and kept as one file. */
export interface Sound {
  /** Own path, below `public`. */
  url: string;
  lines: readonly { who?: string; text: string }[];
}

/** What is known of a recording. `lines`: begin and end of each line in seconds; `peaks`: loudness from 0 to 100. */
export interface Recording {
  /** Of what was spoken: a text that changed since has another. */
  script: string;
  bytes: number;
  sha256: string;
  seconds: number;
  lines: [number, number][];
  peaks?: number[];
}

const folder = (book: string, unit: number) => `/audio/livros/${book}/${unit}`;
const two = (number: number) => String(number).padStart(2, '0');

export const trackUrl = (book: string, unit: number, track: number) => `${folder(book, unit)}/faixa-${track}.mp3`;
export const wordUrl = (book: string, unit: number, place: number) => `${folder(book, unit)}/palavra-${two(place)}.mp3`;
export const exampleUrl = (book: string, unit: number, place: number) =>
  `${folder(book, unit)}/exemplo-${two(place)}.mp3`;
export const questionUrl = (book: string, unit: number, place: number) =>
  `${folder(book, unit)}/questao-${two(place)}.mp3`;

/** What is heard in a question, if anything. */
export const saidIn = (question: QuestionContent): string | undefined => ('say' in question ? question.say : undefined);

/** Every sound of a unit; places and tracks count from 1. */
export function soundsOf(book: string, unit: number, content: UnitContent): Sound[] {
  return [
    ...content.audios.map(({ lines }, index) => ({ url: trackUrl(book, unit, index + 1), lines })),
    ...content.words.flatMap(({ term, example }, index) => [
      { url: wordUrl(book, unit, index + 1), lines: [{ text: term }] },
      { url: exampleUrl(book, unit, index + 1), lines: [{ text: example }] },
    ]),
    ...content.questions.flatMap((question, index) => {
      const text = saidIn(question);
      return text === undefined ? [] : [{ url: questionUrl(book, unit, index + 1), lines: [{ text }] }];
    }),
  ];
}

export const scriptOf = ({ lines }: Sound): string =>
  createHash('sha256')
    .update(JSON.stringify(lines.map(({ who, text }) => [who ?? '', text])))
    .digest('hex')
    .slice(0, 16);
