/** 2 % once, and 1 % a month for each day of delay: what the consumer code allows a school to ask. */
const FINE_PERCENT = 2n;
const INTEREST_PERCENT_A_MONTH = 1n;
const DAYS_OF_A_MONTH = 30n;
const DAY_MS = 86_400_000;

/** The fine alone, which does not grow. Centavos. */
export const fineOf = (centavos: number): number => Number((BigInt(centavos) * FINE_PERCENT) / 100n);

/**
 * Fine and interest of an instalment that was not paid in time. Centavos; what is less than one is not asked for.
 *
 * @param due the due day, `today` the school's day, both `YYYY-MM-DD`.
 */
export function lateFee(centavos: number, due: string, today: string): { multa: number; juros: number } {
  const days = Math.round((Date.parse(today) - Date.parse(due)) / DAY_MS);
  if (days <= 0) return { multa: 0, juros: 0 };
  const amount = BigInt(centavos);
  return {
    multa: fineOf(centavos),
    juros: Number((amount * INTEREST_PERCENT_A_MONTH * BigInt(days)) / (100n * DAYS_OF_A_MONTH)),
  };
}
