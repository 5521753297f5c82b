import { bankDayFrom } from './bank-days.ts';
import { fineOf, lateFee, type Terms, usualTerms } from './late-fee.ts';
import type { BillRow, ParcelaRow } from './queries.ts';

/** What an instalment costs on a day, and of what that is made. Centavos. */
export interface AmountDue {
  /** For paying in time, and what discounts of the club take off. */
  desconto: number;
  multa: number;
  juros: number;
  total: number;
}

/** By what bills are reckoned: the school's day, `YYYY-MM-DD`, and what it asks for late ones. */
export interface Reckoning {
  today: string;
  terms: Terms;
}

/**
 * The last day on which a bill is in time. A due day on which banks are closed moves to the next one on which they work; an
 * order and a payment abroad keep their hour.
 */
export const payableUntil = (row: Pick<ParcelaRow, 'vencimento' | 'pedido_id' | 'cambio_id'>): string =>
  row.pedido_id === null && row.cambio_id === null ? bankDayFrom(row.vencimento) : row.vencimento;

/**
 * What a bill costs: the one reckoning for pages, charges, notices and links. The discount is for paying in time. Fine and
 * interest of an open bill follow from the terms of its school, day by day, whatever stands in its row. Neither is for an
 * order, an exchange or a trip: those cost what was agreed until their hour, and then they end. What is paid or being paid
 * costs what was charged for it.
 */
export function amountDue(row: ParcelaRow & Partial<BillRow>, { today, terms }: Reckoning): AmountDue {
  if (row.status !== 'aberta') return paidParts(row);
  const { valor_centavos: valor, desconto_centavos } = row;
  const isOfCourse = row.pedido_id === null && row.cambio_id === null && row.usa_pagamento_id === null;
  if (!isOfCourse || payableUntil(row) >= today) return sum(row, desconto_centavos, 0, 0);
  const { multa, juros } = lateFee(valor, row.vencimento, today, terms);
  return sum(row, 0, multa, juros);
}

/** What was charged for a bill that is paid or being paid, else what its row says. */
export function paidParts(row: ParcelaRow & Partial<BillRow>): AmountDue {
  const charged = row.cobrado_centavos ?? null;
  if (charged !== null) return chargedParts(row, charged);
  return sum(row, row.desconto_centavos, row.multa_centavos, row.juros_centavos);
}

/** What the club takes off is for whenever it is paid. */
const sum = (
  { valor_centavos: valor, credito_centavos: credit }: ParcelaRow,
  desconto: number,
  multa: number,
  juros: number,
): AmountDue => ({ desconto: desconto + credit, multa, juros, total: valor - desconto - credit + multa + juros });

/** Of what an amount was made when it was charged. Charges from before that was kept have the amount alone. */
function chargedParts(row: ParcelaRow & Partial<BillRow>, total: number): AmountDue {
  const { valor_centavos: valor, cobrado_multa, cobrado_juros } = row;
  const isKept = typeof cobrado_multa === 'number' && typeof cobrado_juros === 'number';
  const { multa, juros } = isKept ? { multa: cobrado_multa, juros: cobrado_juros } : likelyParts(row, total);
  return { desconto: valor + multa + juros - total, multa, juros, total };
}

/** As the school wrote them down then, else by the rule of that time. */
function likelyParts({ valor_centavos, credito_centavos, multa_centavos, juros_centavos }: ParcelaRow, total: number) {
  if (multa_centavos > 0 || juros_centavos > 0) return { multa: multa_centavos, juros: juros_centavos };
  const more = Math.max(0, total + credito_centavos - valor_centavos);
  const multa = Math.min(more, fineOf(valor_centavos, usualTerms));
  return { multa, juros: more - multa };
}
