import { DAY_MS } from '#lib/rules/time/spans.ts';
import type { Db } from '../../core/db/connection.ts';
import { oneByOne } from '../../core/db/in-batches.ts';
import type { School } from '../../core/http/ctx.ts';
import { conflict } from '../../core/http/refusal.ts';
import { cancelBill } from '../finance/bill.ts';
import type { BillPayment } from '../finance/bill-kinds.ts';
import type { ExchangeCustomer } from './open-payment.ts';

/**
 * Ends a waiting payment with its bill. The update that cancels the bill is the claim, so only one of several processes succeeds.
 *
 * @returns false when the bill is paid, being paid, or already cancelled.
 */
async function cancelPayment(tx: Db, payment: { id: number; parcela_id: number }, at: Date): Promise<boolean> {
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

/** Ends a payment when its boleto has ended: the rate was valid for that boleto only (0127). */
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

const AT_ONCE = 100;
/** Charges get a last check two minutes after they expire, which finds a payment of the last second. */
const GRACE_MS = 3 * 60_000;
const RETENTION_MS = 7 * DAY_MS;

/** Ends expired payments, and deletes unused quotes. A paid bill, or one that is being paid, stays unchanged. */
export async function expireExchangePayments(school: School): Promise<void> {
  const { db, now, log } = school;
  const over = await db
    .selectFrom('cambio_pagamentos')
    // A cross join keeps the order on SQLite: few payments wait, and many bills are open.
    .crossJoin('parcelas')
    .whereRef('parcelas.cambio_id', '=', 'cambio_pagamentos.id')
    .select(['cambio_pagamentos.id', 'parcelas.id as parcela_id'])
    .where('cambio_pagamentos.status', '=', 'pendente')
    .where('cambio_pagamentos.expira_em', '<', new Date(now().getTime() - GRACE_MS).toISOString())
    .where('parcelas.status', '=', 'aberta')
    .orderBy('cambio_pagamentos.id')
    .limit(AT_ONCE)
    .execute();
  await oneByOne(log, over, { job: 'expireExchangePayments', idOf: ({ id }) => id }, (payment) =>
    db.transaction().execute((tx) => cancelPayment(tx, payment, now())),
  );
  await deleteUnusedQuotes(school);
}

async function deleteUnusedQuotes({ db, now }: School): Promise<void> {
  await db
    .deleteFrom('cambio_cotacoes')
    .where('valido_ate', '<', new Date(now().getTime() - RETENTION_MS).toISOString())
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('cambio_pagamentos').select('id').whereRef('cotacao_id', '=', 'cambio_cotacoes.id'))),
    )
    .execute();
}

/**
 * Records an exchange payment, in the transaction that settles its bill (EXCH-02). It also records the payment method: the user
 * may have tried a card while the code was still valid.
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
