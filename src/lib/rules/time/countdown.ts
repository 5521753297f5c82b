/** Seconds before the end at which a screen reader announces the time left; more often would disturb. */
export const MARKS: readonly number[] = [120, 60, 0];

/**
 * The mark that was passed since the last check; if several were, as after a suspended tab, only the latest.
 *
 * @param before seconds left at the last check; null at the first one
 * @param marks the longest first
 */
export function passedMark(before: number | null, left: number, marks = MARKS): number | null {
  if (before === null) return null;
  return marks.findLast((mark) => before > mark && left <= mark) ?? null;
}

/**
 * Whole seconds until an instant, never below 0. @param ahead milliseconds by which the school’s clock is ahead of the
 * device’s
 */
export const secondsUntil = (instant: string, now: number, ahead: number): number =>
  Math.max(0, Math.ceil((Date.parse(instant) - now - ahead) / 1000));
