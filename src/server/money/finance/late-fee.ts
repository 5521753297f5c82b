import { daysUntil, shiftDay } from '#lib/rules/time/days.ts';
import { type BankCalendar, bankDayFrom } from './bank-days.ts';

/** A school's terms for a late instalment. Hundredths of a per cent, and days. */
export interface Terms {
  /** Charged once. */
  multa_bps: number;
  /** Per month, counted for each day of delay. */
  juros_bps: number;
  /** Days after the due day that are still free of charge. */
  carencia_dias: number;
  /** Terms of bills that are due before a day, as JSON: see `termsOn`. */
  termos_antes?: string | null;
}

/** Terms that hold for bills due before the day `ate`, `YYYY-MM-DD`. */
export type EarlierTerms = Omit<Terms, 'termos_antes'> & { ate: string };

/** The earlier terms of a school, the oldest first. */
export const earlierTerms = ({ termos_antes }: Terms): EarlierTerms[] =>
  termos_antes ? (JSON.parse(termos_antes) as EarlierTerms[]) : [];

/** The terms of a bill follow its due day: a change never touches what was due before it (0100). */
const termsOn = (terms: Terms, due: string): Terms => earlierTerms(terms).find(({ ate }) => due < ate) ?? terms;

/** The basis for a bill's cost: the day, the terms for late bills and the holidays of its unit. */
export interface LateFeeBasis {
  /** `YYYY-MM-DD`. */
  today: string;
  terms: Terms;
  calendar: BankCalendar;
}

/** The most that the consumer code allows, and the terms of a school without its own. */
export const usualTerms: Terms = { multa_bps: 200, juros_bps: 100, carencia_dias: 0 };

const DAYS_OF_A_MONTH = 30n;
const WHOLE = 10_000n;

/** The fine alone. It does not grow. Centavos. */
export const fineOf = (centavos: number, { multa_bps }: Pick<Terms, 'multa_bps'>): number =>
  Number((BigInt(centavos) * BigInt(multa_bps)) / WHOLE);

/**
 * Fine and interest of a late instalment. A due day without banking moves to the next banking day, and so does the end
 * of the days of grace. After the grace, interest counts from the moved due day.
 *
 * @param due the due day, `YYYY-MM-DD`
 * @returns centavos; a part below one centavo is dropped.
 */
export function lateFee(
  centavos: number,
  due: string,
  { today, terms: school, calendar }: LateFeeBasis,
): { multa: number; juros: number } {
  const terms = termsOn(school, due);
  const until = bankDayFrom(due, calendar);
  if (today <= bankDayFrom(shiftDay(until, terms.carencia_dias), calendar)) return { multa: 0, juros: 0 };
  const days = daysUntil(until, today);
  return {
    multa: fineOf(centavos, terms),
    juros: Number((BigInt(centavos) * BigInt(terms.juros_bps) * BigInt(days)) / (WHOLE * DAYS_OF_A_MONTH)),
  };
}
