import type { Faixa } from '#lib/contract/orders.schema.ts';

export type Line = 'A' | 'B';

/** The tables of section 9, by the number of books in one order: 1 to 6. Centavos. */
const UNIT_PRICE: Record<Line, readonly number[]> = {
  A: [56_800, 55_800, 54_800, 53_800, 52_800, 51_800],
  B: [45_100, 44_100, 43_100, 42_100, 41_100, 40_100],
};
const TOTAL_SAVING: readonly number[] = [0, 2_000, 6_000, 12_000, 20_000, 30_000];
const MAX_INSTALMENTS: readonly number[] = [6, 6, 12, 12, 12, 12];

/** The last entry of the tables. Larger orders pay its price (ORDER-21). */
const MAX_IN_TABLE = 6;

const read = (table: readonly number[], n: number): number => table[Math.min(Math.max(n, 1), MAX_IN_TABLE) - 1] ?? 0;

/** What one book of a line costs in an order of n books (ORDER-18). */
export const unitPrice = (line: Line, n: number): number => read(UNIT_PRICE[line], n);

/** How many instalments an order of n books may have (ORDER-20). */
export const mostInstalments = (n: number): number => read(MAX_INSTALMENTS, n);

/** What n books of one line save against single purchases (ORDER-19). Beyond the table, the last entry counts. */
export const totalSaving = (line: Line, n: number): number =>
  n <= MAX_IN_TABLE ? read(TOTAL_SAVING, n) : n * (unitPrice(line, 1) - unitPrice(line, n));

/** The table of a line, for display. */
export const faixasOf = (line: Line): Faixa[] =>
  Array.from({ length: MAX_IN_TABLE }, (_, index) => {
    const quantidade = index + 1;
    return {
      quantidade,
      valor_unitario_centavos: unitPrice(line, quantidade),
      total_centavos: quantidade * unitPrice(line, quantidade),
      economia_total_centavos: totalSaving(line, quantidade),
      parcelas_max: mostInstalments(quantidade),
    };
  });
