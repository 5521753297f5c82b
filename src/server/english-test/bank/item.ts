import type { CefrLevel, TestItem } from '#lib/contract/english-test.schema.ts';

export type Skill = TestItem['habilidade'];
export type Level = CefrLevel;
export type OptionId = 'a' | 'b' | 'c' | 'd';

export const SKILLS: readonly Skill[] = ['grammar', 'vocabulary', 'reading', 'listening'];
export const LEVELS: readonly Level[] = ['A1', 'A2', 'B1', 'B2', 'C1'];

export interface Choice {
  readonly id: OptionId;
  readonly texto: string;
}

/**
 * One multiple-choice item. `enunciado` is in Portuguese at A1 and A2 and in English above;
 * `texto` and the options are in English. `script` is what a listening item's recording says,
 * one line per turn, "A: " and "B: " in front when two people speak; the recording is named by `id`.
 *
 * a (discrimination, normal metric), b (difficulty, in theta) and c (chance of guessing) are
 * expert estimates, to be refined by response data.
 */
export interface Item {
  readonly id: string;
  readonly skill: Skill;
  readonly level: Level;
  readonly enunciado: string;
  readonly texto?: string;
  readonly script?: string;
  readonly options: readonly [Choice, Choice, Choice, Choice];
  readonly answer: OptionId;
  readonly a: number;
  readonly b: number;
  readonly c: number;
}

/** The four options in the order they are shown. */
export const choices = (a: string, b: string, c: string, d: string): Item['options'] => [
  { id: 'a', texto: a },
  { id: 'b', texto: b },
  { id: 'c', texto: c },
  { id: 'd', texto: d },
];
