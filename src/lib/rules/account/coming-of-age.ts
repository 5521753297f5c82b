import { addMonths } from '../time/days.ts';
import { isUnderAge } from './birth-date.ts';

/** A person’s age state on a day, which decides what the family sees. */
export type AgeState = 'minor' | 'soon' | 'adult';

/** Child and guardian are notified this many months before. */
const MONTHS_BEFORE = 1;

/**
 * Whether somebody is a minor, turns 18 within a month, or is an adult.
 *
 * @param birth a date of birth. @param today the day of the unit, both `YYYY-MM-DD`. @returns null for no date of birth
 */
export function ageState(birth: string, today: string): AgeState | null {
  const isMinor = isUnderAge(birth, today);
  if (isMinor === null) return null;
  if (!isMinor) return 'adult';
  return isUnderAge(birth, addMonths(today, MONTHS_BEFORE)) ? 'minor' : 'soon';
}

/** An adult’s decision about the family; null: none yet. */
export interface FamilyChoice {
  answer: 'sim' | 'nao' | null;
  /** The guardian whom the decision is about: it does not hold for another one. */
  guardian_cpf: string | null;
}

/**
 * Whether a guardian may see a person: a minor always, an adult after consent for this guardian.
 *
 * @param today the day of the person’s unit. @param cpf of the guardian
 */
export function mayFamilySee(birth: string | null, today: string, choice: FamilyChoice, cpf: string): boolean {
  const state = birth === null ? null : ageState(birth, today);
  if (state === null) return false;
  return state !== 'adult' || (choice.answer === 'sim' && choice.guardian_cpf === cpf);
}
