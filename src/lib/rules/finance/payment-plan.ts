import { splitCentavos } from '#lib/format/split-centavos.ts';
import { addMonths, shiftDay } from '../time/days.ts';

export type Forma = 'pix' | 'boleto' | 'cartao' | 'cambio';

/** Instalments of one card payment. */
const MAX_BY_CARD = 12;
const MAX_MONTHS = 12;
const FIRST_DUE_DAYS = 5;

/** The due day of the first bill. @param today `YYYY-MM-DD` */
export const firstDue = (today: string): string => shiftDay(today, FIRST_DUE_DAYS);

/**
 * The maximum number of installments of a payment method. A card splits one payment. Pix and boletos are paid monthly,
 * all before the trip begins. An exchange is paid at once.
 *
 * @param start the first day of the trip
 */
export function maxInstallments(forma: Forma, today: string, start: string): number {
  if (forma === 'cambio') return 1;
  if (forma === 'cartao') return MAX_BY_CARD;
  let max = 1;
  while (max < MAX_MONTHS && addMonths(firstDue(today), max) < start) max += 1;
  return max;
}

export interface PlannedBill {
  numero: number;
  total: number;
  vencimento: string;
  valorCentavos: number;
  /** By card. */
  parcelasMax: number;
}

/**
 * The bills of a payment: one a month by Pix or boleto, one for a card, none for an exchange, which creates its own bill.
 */
export function planBills(forma: Forma, n: number, totalCentavos: number, today: string): PlannedBill[] {
  const first = firstDue(today);
  if (forma === 'cambio') return [];
  if (forma === 'cartao') {
    return [{ numero: 1, total: 1, vencimento: first, valorCentavos: totalCentavos, parcelasMax: n }];
  }
  return splitCentavos(totalCentavos, n).map((valorCentavos, index) => ({
    numero: index + 1,
    total: n,
    vencimento: addMonths(first, index),
    valorCentavos,
    parcelasMax: 1,
  }));
}
