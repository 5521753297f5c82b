import { chooseItem, type RandomSource } from './choose-item.ts';
import { type Estimate, estimateAbility } from './estimate.ts';
import type { Calibrated, Response } from './model.ts';

export const MIN_ITEMS = 8;
export const MAX_ITEMS = 30;
const TARGET_ERROR = 0.3;

/** Whether the test can stop: the estimate is precise enough, or the test is long enough. */
export const isFinished = (answered: number, { standardError }: Estimate): boolean =>
  answered >= MAX_ITEMS || (answered >= MIN_ITEMS && standardError <= TARGET_ERROR);

export interface Step<T extends Calibrated> {
  readonly estimate: Estimate;
  /** Undefined when the test is over. */
  readonly item: T | undefined;
}

/**
 * The next item or the end, by the answers so far (none at the start). `excluded` holds the ids that the person has
 * seen within 90 days. The speed of an answer does not matter.
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
