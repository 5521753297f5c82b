import { LEVELS, type Level } from '../bank/item.ts';
import type { Estimate } from './estimate.ts';

/** Lowest theta of A2, B1, B2 and C1. */
export const CUT_POINTS = [-1.7, -0.6, 0.55, 1.65] as const;

/** Theta at 0, 20, 40, 60, 80 and 100 points: a level is always twenty points wide. */
const KNOTS = [-3.4, ...CUT_POINTS, 3.4] as const;
const POINTS_PER_LEVEL = 100 / LEVELS.length;

/** How many cut points `theta` has reached: 0 at A1, 4 at C1. */
const rank = (theta: number): number => CUT_POINTS.filter((cut) => theta >= cut).length;

/** The CEFR level of an ability. */
export const levelOf = (theta: number): Level => LEVELS[rank(theta)] ?? 'C1';

/** The levels that lie within one standard error of the estimate; the same level twice when it is sure. */
export const levelRange = ({ theta, standardError }: Estimate): { from: Level; to: Level } => ({
  from: levelOf(theta - standardError),
  to: levelOf(theta + standardError),
});

/** Whole points 0..100; 20, 40, 60 and 80 are where A2, B1, B2 and C1 begin. */
export function pointsOf(theta: number): number {
  const at = rank(theta);
  const low = KNOTS[at] ?? 0;
  const high = KNOTS[at + 1] ?? 0;
  const inside = Math.min(1, Math.max(0, (theta - low) / (high - low)));
  const points = Math.floor((at + inside) * POINTS_PER_LEVEL);
  return Math.max(0, Math.min(100, points));
}
