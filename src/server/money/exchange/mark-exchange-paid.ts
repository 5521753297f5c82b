import type { Db } from '../../core/db/connection.ts';
import type { BillPayment } from '../finance/bill-kinds.ts';
import type { ExchangeCustomer } from './exchange-customer.ts';

/**
 * Notes that an exchange payment arrived, in the transaction that settles its bill (EXCH-02). It also notes the form:
 * the user may have tried a card while the code still ran.
 */
export async function markExchangePaid(
  tx: Db,
  cambioId: number,
  { at, forma, parcelas }: BillPayment,
  customer: Pick<ExchangeCustomer, 'onPaid'>,
): Promise<void> {
  const paid = await tx
    .updateTable('cambio_pagamentos')
    .set({
      status: 'pago',
      forma: forma === 'cartao' || forma === 'boleto' ? forma : 'pix',
      parcelas,
      pago_em: at.toISOString(),
      motivo: null,
    })
    .where('id', '=', cambioId)
    .where('status', '=', 'pendente')
    .returning('request_id')
    .executeTakeFirst();
  if (paid?.request_id) await customer.onPaid(tx, paid.request_id, at);
}
