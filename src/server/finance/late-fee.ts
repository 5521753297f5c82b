import { DAY_MS } from '#lib/rules/time/spans.ts';
import { bankDayFrom, shiftDay } from './bank-days.ts';

/** What a school asks for a late instalment. Hundredths of a per cent, and days. */
export interface Terms {
  /** Once. */
  multa_bps: number;
  /** A month, for each day of delay. */
  juros_bps: number;
  /** Days after the due day on which nothing is asked for yet. */
  carencia_dias: number;
}

/** What the consumer code allows a school to ask, and what one asks that says nothing else. */
export const usualTerms: Terms = { multa_bps: 200, juros_bps: 100, carencia_dias: 0 };

const DAYS_OF_A_MONTH = 30n;
const WHOLE = 10_000n;

/** The fine alone, which does not grow. Centavos. */
export const fineOf = (centavos: number, { multa_bps }: Pick<Terms, 'multa_bps'>): number =>
  Number((BigInt(centavos) * BigInt(multa_bps)) / WHOLE);

/**
 * Fine and interest of an instalment that was not paid in time. A due day on which banks are closed moves to the next one
 * on which they work, and so does the end of the days of grace. Once these are over, interest counts from the moved due day.
 *
 * @param due the due day, `today` the school's day, both `YYYY-MM-DD`.
 * @returns centavos; what is less than one is not asked for.
 */
export function lateFee(centavos: number, due: string, today: string, terms: Terms): { multa: number; juros: number } {
  const until = bankDayFrom(due);
  if (today <= bankDayFrom(shiftDay(until, terms.carencia_dias))) return { multa: 0, juros: 0 };
  const days = Math.round((Date.parse(today) - Date.parse(until)) / DAY_MS);
  return {
    multa: fineOf(centavos, terms),
    juros: Number((BigInt(centavos) * BigInt(terms.juros_bps) * BigInt(days)) / (WHOLE * DAYS_OF_A_MONTH)),
  };
}
