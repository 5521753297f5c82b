/** Seconds before the end at which a screen reader says the time left; more often would only disturb. */
export const MARKS: readonly number[] = [120, 60, 0];

/**
 * The mark that passed since the last look; if several passed, as after a tab slept, only the latest.
 *
 * @param before seconds left at the last look; null at the first one.
 * @param marks the longest first.
 */
export function passedMark(before: number | null, left: number, marks = MARKS): number | null {
  if (before === null) return null;
  return marks.findLast((mark) => before > mark && left <= mark) ?? null;
}

/** Whole seconds until an instant, never below 0. @param ahead milliseconds that the school's clock is ahead of ours */
export const secondsUntil = (instant: string, now: number, ahead: number): number =>
  Math.max(0, Math.ceil((Date.parse(instant) - now - ahead) / 1000));
