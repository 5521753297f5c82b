import { wrongDay } from '#lib/format/typed-day.ts';
import { isDay } from '../time/days.ts';

/** CONST-02. */
export const ADULT_AGE = 18;

/**
 * Whether a text is a date of birth: `YYYY-MM-DD`, a real day, not in the future (VALID-05).
 *
 * @param today `YYYY-MM-DD` in the school's zone.
 */
export const isBirthDate = (text: string, today: string): boolean =>
  isDay(text) && text >= '1900-01-01' && text <= today;

/**
 * The error of a date of birth, in words; null for a valid one (VALID-05).
 *
 * @param text `YYYY-MM-DD`, or an invalid typed text. @param today `YYYY-MM-DD` in the school’s zone.
 */
export function birthProblem(text: string, today: string): string | null {
  if (isBirthDate(text, today)) return null;
  if (!isDay(text)) return wrongDay(text);
  return text > today ? 'Essa data ainda não chegou: confira o ano' : 'Confira o ano de nascimento';
}

/**
 * Whether a person has reached an age on a day: from the birthday on; born on 29 February, from 1 March in common
 * years. It compares whole days, so no time zone can shift them.
 *
 * @param birth a date of birth, see `isBirthDate`. @param day `YYYY-MM-DD`
 */
export const hasTurned = (birth: string, years: number, day: string): boolean =>
  day >= `${Number(birth.slice(0, 4)) + years}${birth.slice(4)}`;

/**
 * True while the person is under 18 (VALID-06): no longer on the 18th birthday.
 *
 * @param today `YYYY-MM-DD` in the school's zone.
 * @returns null when `text` is no date of birth: never a guess.
 */
export const isUnderAge = (text: string, today: string): boolean | null =>
  isBirthDate(text, today) ? !hasTurned(text, ADULT_AGE, today) : null;

/**
 * Whether a person is known to be under 18. @param birth null: unknown. @param today `YYYY-MM-DD` in the school’s zone
 */
export const isMinor = (birth: string | null, today: string): boolean =>
  birth !== null && isUnderAge(birth, today) === true;
