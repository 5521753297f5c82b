import { CEFR_LEVELS } from '#content/pieces.ts';
import type { Estimate } from './estimate.ts';

/** The result of a test: a level of the framework, or below the first one, with answers as good as chance. */
export const FOUND_LEVELS = ['Pré-A1', ...CEFR_LEVELS] as const;
export type FoundLevel = (typeof FOUND_LEVELS)[number];

/**
 * Lowest theta of A1, A2, B1, B2 and C1. Below the first threshold lie nearly all estimates of answers by chance, and
 * hardly any estimate of a person at A1 (0016).
 */
export const CUT_POINTS = [-2.6, -1.7, -0.6, 0.55, 1.65] as const;

/** Theta at 0, 20, 40, 60, 80 and 100 points. Each level is twenty points wide; below A1 there are no points. */
const KNOTS = [...CUT_POINTS, 3.4] as const;
const POINTS_PER_LEVEL = 100 / CUT_POINTS.length;

/** How many cut points `theta` has reached: 0 below A1, 5 at C1. */
const rank = (theta: number): number => CUT_POINTS.filter((cut) => theta >= cut).length;

/** The level of an ability. */
export const levelOf = (theta: number): FoundLevel => FOUND_LEVELS[rank(theta)] ?? 'C1';

/** The levels within one standard error of the estimate; the same level twice when the estimate is sure. */
export const levelRange = ({ theta, standardError }: Estimate): { from: FoundLevel; to: FoundLevel } => ({
  from: levelOf(theta - standardError),
  to: levelOf(theta + standardError),
});

/** Whole points 0..100. A1, A2, B1, B2 and C1 begin at 0, 20, 40, 60 and 80. */
export function pointsOf(theta: number): number {
  const at = Math.max(0, rank(theta) - 1);
  const low = KNOTS[at] ?? 0;
  const high = KNOTS[at + 1] ?? 0;
  const inside = Math.min(1, Math.max(0, (theta - low) / (high - low)));
  const points = Math.floor((at + inside) * POINTS_PER_LEVEL);
  return Math.max(0, Math.min(100, points));
}
