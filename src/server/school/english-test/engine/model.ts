import type { Skill } from '#content/level-test.schema.ts';

/** The engine's view of an item: the three parameters of the logistic model (3PL) and its skill. */
export interface Calibrated {
  readonly id: string;
  readonly skill: Skill;
  readonly a: number;
  readonly b: number;
  readonly c: number;
}

export interface Response<T extends Calibrated = Calibrated> {
  readonly item: T;
  readonly right: boolean;
}

/** Puts `a` on the normal metric: with this factor the logistic curve stays within 0.01 of the normal ogive. */
const NORMAL_METRIC = 1.702;

type Parameters = Pick<Calibrated, 'a' | 'b' | 'c'>;

/** Probability (c..1) of a right answer at ability `theta`. */
export const probability = ({ a, b, c }: Parameters, theta: number): number =>
  c + (1 - c) / (1 + Math.exp(-NORMAL_METRIC * a * (theta - b)));

/** Fisher information of the item at `theta`: how much one answer raises the precision (1 / variance). */
export function information(item: Parameters, theta: number): number {
  const p = probability(item, theta);
  const slope = (NORMAL_METRIC * item.a * (p - item.c)) / (1 - item.c);
  return (slope ** 2 * (1 - p)) / p;
}
