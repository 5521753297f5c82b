/** What a unit of a demo book teaches. Sounds are spoken once by `scripts/make-practice-audio.ts` and kept. */
export interface UnitContent {
  titulo: string;
  /** In the order of the lessons: a dialogue, a short text, lines to repeat. */
  audios: readonly AudioContent[];
  /** Twelve words. */
  words: readonly WordContent[];
  /** Ten questions of the unit's test. */
  questions: readonly QuestionContent[];
}

export interface AudioContent {
  titulo: string;
  lines: readonly LineContent[];
}

export interface LineContent {
  /** A name; the voice hangs on it (`voices`). Left out where one person speaks. */
  who?: string;
  text: string;
  /** Natural Brazilian Portuguese. */
  pt: string;
}

export interface WordContent {
  term: string;
  /** Word class in Portuguese: 'substantivo', 'verbo', 'adjetivo', 'advérbio', 'expressão', 'preposição' … */
  kind: string;
  pt: string;
  /** A sentence of the book's level that holds the term, in any form of it. */
  example: string;
  examplePt: string;
  /** Between slashes, American English. */
  ipa: string;
}

/** `why` explains the right answer in Portuguese; `word` is the term of this unit that a wrong answer brings back. */
interface Asked {
  ask: string;
  why: string;
  word: string;
}

export type QuestionContent =
  /** One of four; `say` is heard and never shown. `right` counts from 0. */
  | (Asked & { kind: 'choice'; say?: string; options: readonly [string, string, string, string]; right: 0 | 1 | 2 | 3 })
  /** `ask` holds one gap, written ___; `right` lists every accepted answer. */
  | (Asked & { kind: 'gap'; right: readonly string[] })
  /** The words of `right`, split at spaces, are shuffled for the student. Without a full stop. */
  | (Asked & { kind: 'order'; right: string })
  /** Heard and typed; capitals and punctuation do not count. */
  | (Asked & { kind: 'dictation'; say: string })
  /** Four pairs: English, Portuguese. */
  | (Asked & { kind: 'match'; pairs: readonly (readonly [string, string])[] });
