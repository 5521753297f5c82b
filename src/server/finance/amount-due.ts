import { fineOf, lateFee } from './late-fee.ts';
import type { BillRow, ParcelaRow } from './queries.ts';

/** What an instalment costs on a day, and of what that is made. Centavos. */
export interface AmountDue {
  /** For paying in time, and what discounts of the club take off. */
  desconto: number;
  multa: number;
  juros: number;
  total: number;
}

/**
 * The discount is for paying by the due day. Fine and interest that the school wrote down win over the rule. Neither is for
 * an order, an exchange or a trip: those cost what was agreed until their hour, and then they end. What is paid or being paid
 * costs what was charged for it.
 *
 * @param today the school's day, `YYYY-MM-DD`.
 */
export function amountDue(row: ParcelaRow & Partial<BillRow>, today: string): AmountDue {
  const credit = row.credito_centavos;
  const charged = row.status === 'aberta' ? null : (row.cobrado_centavos ?? null);
  const due = charged === null ? dueOn(row, today) : partsOf(row, charged + credit);
  return { ...due, desconto: due.desconto + credit, total: due.total - credit };
}

/** Before what the club takes off, which is for whenever it is paid. */
function dueOn(row: ParcelaRow, today: string): AmountDue {
  const isOfCourse = row.pedido_id === null && row.cambio_id === null && row.usa_pagamento_id === null;
  const isLate = isOfCourse && row.status === 'aberta' && row.vencimento < today;
  const rule = isLate && !isWritten(row) ? lateFee(row.valor_centavos, row.vencimento, today) : null;
  const desconto = isLate ? 0 : row.desconto_centavos;
  const multa = rule?.multa ?? row.multa_centavos;
  const juros = rule?.juros ?? row.juros_centavos;
  return { desconto, multa, juros, total: row.valor_centavos - desconto + multa + juros };
}

const isWritten = (row: ParcelaRow) => row.multa_centavos > 0 || row.juros_centavos > 0;

/** Of what an amount was made when it was charged: it is all that a charge keeps. */
function partsOf(row: ParcelaRow, total: number): AmountDue {
  const { valor_centavos: valor, multa_centavos, juros_centavos } = row;
  if (isWritten(row)) {
    const desconto = valor + multa_centavos + juros_centavos - total;
    return { desconto, multa: multa_centavos, juros: juros_centavos, total };
  }
  const more = Math.max(0, total - valor);
  const multa = Math.min(more, fineOf(valor));
  return { desconto: Math.max(0, valor - total), multa, juros: more - multa, total };
}
