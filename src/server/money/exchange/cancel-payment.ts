import type { Db } from '../../core/db/connection.ts';
import { conflict } from '../../core/http/refusal.ts';
import { cancelBill } from '../finance/cancel-bill.ts';

/**
 * Ends a waiting payment with its bill. Cancelling the bill is the claim, so only one of several processes succeeds.
 *
 * @returns false when the bill is paid, being paid, or already cancelled.
 */
export async function cancelPayment(tx: Db, payment: { id: number; parcela_id: number }, at: Date): Promise<boolean> {
  if (!(await cancelBill(tx, payment.parcela_id, at))) return false;
  await tx
    .updateTable('cambio_pagamentos')
    .set({ status: 'expirado' })
    .where('id', '=', payment.id)
    .where('status', '=', 'pendente')
    .execute();
  return true;
}

/** Why a payment ended before its time. */
export const BOLETO_CANCELLED = 'boleto_cancelado';

/** Ends a payment whose boleto ended: the rate held for that boleto alone (0142). */
export async function endWithBoleto(tx: Db, payment: { id: number; parcela_id: number }, at: Date): Promise<void> {
  if (!(await cancelPayment(tx, payment, at))) return;
  await tx.updateTable('cambio_pagamentos').set({ motivo: BOLETO_CANCELLED }).where('id', '=', payment.id).execute();
}

/**
 * Ends unpaid exchanges of a request, except those of one quote.
 *
 * @throws Refusal 409 when one is paid or being paid
 */
export async function cancelExchanges(tx: Db, requestId: number, at: Date, exceptQuote = 0): Promise<void> {
  const rows = await tx
    .selectFrom('cambio_pagamentos')
    .innerJoin('parcelas', 'parcelas.cambio_id', 'cambio_pagamentos.id')
    .select(['cambio_pagamentos.id', 'parcelas.id as parcela_id'])
    .where('cambio_pagamentos.request_id', '=', requestId)
    .where('cambio_pagamentos.status', '=', 'pendente')
    .where('cambio_pagamentos.cotacao_id', '!=', exceptQuote)
    .orderBy('parcelas.id')
    .execute();
  for (const row of rows) {
    if (await cancelPayment(tx, row, at)) continue;
    throw conflict('Um câmbio desta viagem está sendo pago. Aguarde o resultado.', 'in_progress');
  }
}
