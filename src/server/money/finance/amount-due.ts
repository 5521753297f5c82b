import { type BankCalendar, bankDayFrom } from './bank-days.ts';
import { fineOf, type LateFeeBasis, lateFee, usualTerms } from './late-fee.ts';
import type { BillRow, ParcelaRow } from './queries.ts';

/** What an instalment costs on a day, and its parts. Centavos. */
export interface AmountDue {
  /** The discount for paying in time, plus those of the club and of the office. */
  desconto: number;
  multa: number;
  juros: number;
  /** What came in before without paying the bill whole. */
  antes: number;
  total: number;
}

/**
 * The last day on which a bill is in time. A due day without banking moves to the next banking day. An order and a
 * payment abroad keep their hour.
 */
export const payableUntil = (
  row: Pick<ParcelaRow, 'vencimento' | 'pedido_id' | 'cambio_id'>,
  calendar: BankCalendar,
): string =>
  row.pedido_id === null && row.cambio_id === null ? bankDayFrom(row.vencimento, calendar) : row.vencimento;

/**
 * What a bill costs, the same for pages, charges, notices and links. The discount is for paying in time. For an open
 * bill, fine and interest follow from the school's terms, day by day; the row's own values do not count. An order, an
 * exchange or a trip has neither: it costs the agreed price until its hour, and then it ends. A bill that is paid or
 * being paid costs what was charged.
 */
export function amountDue(row: ParcelaRow & Partial<BillRow>, basis: LateFeeBasis): AmountDue {
  if (row.status !== 'aberta') return paidParts(row);
  const { valor_centavos: valor, desconto_centavos } = row;
  const isOfCourse = row.pedido_id === null && row.cambio_id === null && row.usa_pagamento_id === null;
  if (!isOfCourse || payableUntil(row, basis.calendar) >= basis.today) return sum(row, desconto_centavos, 0, 0);
  if (row.sem_encargos) return sum(row, 0, 0, 0);
  const { multa, juros } = lateFee(valor, row.vencimento, basis);
  return sum(row, 0, multa, juros);
}

/** The charged parts of a bill that is paid or being paid, else the parts in its row. */
export function paidParts(row: ParcelaRow & Partial<BillRow>): AmountDue {
  const charged = row.cobrado_centavos ?? null;
  if (charged !== null) return chargedParts(row, charged);
  return sum(row, row.desconto_centavos, row.multa_centavos, row.juros_centavos);
}

/** The discounts of the club and of the office do not depend on the day of payment. */
function sum(
  { valor_centavos: valor, credito_centavos, abatimento_centavos, pago_parcial_centavos: antes }: ParcelaRow,
  punctual: number,
  multa: number,
  juros: number,
): AmountDue {
  const desconto = punctual + credito_centavos + abatimento_centavos;
  return { desconto, multa, juros, antes, total: valor - desconto + multa + juros - antes };
}

/** The parts of an amount at the time of its charge. Older charges only have the amount. */
function chargedParts(row: ParcelaRow & Partial<BillRow>, total: number): AmountDue {
  const { valor_centavos: valor, pago_parcial_centavos: antes, cobrado_multa, cobrado_juros } = row;
  const isKept = typeof cobrado_multa === 'number' && typeof cobrado_juros === 'number';
  const { multa, juros } = isKept ? { multa: cobrado_multa, juros: cobrado_juros } : likelyParts(row, total);
  // What was paid too much, and goes back, is no discount.
  return { desconto: Math.max(0, valor + multa + juros - antes - total), multa, juros, antes, total };
}

/** The parts that the school wrote down then, else by the rule of that time. */
function likelyParts({ valor_centavos, credito_centavos, multa_centavos, juros_centavos }: ParcelaRow, total: number) {
  if (multa_centavos > 0 || juros_centavos > 0) return { multa: multa_centavos, juros: juros_centavos };
  const more = Math.max(0, total + credito_centavos - valor_centavos);
  const multa = Math.min(more, fineOf(valor_centavos, usualTerms));
  return { multa, juros: more - multa };
}
