import { chooseItem, type RandomSource } from './choose-item.ts';
import { type Estimate, estimateAbility } from './estimate.ts';
import type { Calibrated, Response } from './model.ts';

export const MIN_ITEMS = 8;
export const MAX_ITEMS = 30;
const TARGET_ERROR = 0.3;

/** Whether the estimate is good enough, or the test long enough, to stop. */
export const isFinished = (answered: number, { standardError }: Estimate): boolean =>
  answered >= MAX_ITEMS || (answered >= MIN_ITEMS && standardError <= TARGET_ERROR);

export interface Step<T extends Calibrated> {
  readonly estimate: Estimate;
  /** Undefined when the test is over. */
  readonly item: T | undefined;
}

/**
 * What follows the answers given so far (none at the start of a test). `excluded` holds the ids
 * the person has seen within 90 days. How quickly an answer came plays no part.
 */
export function advance<T extends Calibrated>(
  pool: readonly T[],
  responses: readonly Response[],
  excluded: ReadonlySet<string>,
  random: RandomSource,
): Step<T> {
  const estimate = estimateAbility(responses);
  const item = isFinished(responses.length, estimate)
    ? undefined
    : chooseItem(pool, responses, estimate.theta, excluded, random);
  return { estimate, item };
}
