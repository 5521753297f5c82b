import type { Selectable } from 'kysely';
import type { Db } from '../db/connection.ts';
import type { Schema } from '../db/types.ts';

export type QuoteRow = Selectable<Schema['cambio_cotacoes']>;

/** States of a payment that money may still come for. */
export const openStates = ['pendente', 'recusado'] as const;

export const ownQuote = (db: Db, userId: number, quoteId: string): Promise<QuoteRow | undefined> =>
  db
    .selectFrom('cambio_cotacoes')
    .selectAll()
    .where('user_id', '=', userId)
    .where('quote_id', '=', quoteId)
    .executeTakeFirst();

const payments = (db: Db, userId: number) =>
  db
    .selectFrom('cambio_pagamentos as payment')
    .innerJoin('cambio_cotacoes as quote', 'quote.id', 'payment.cotacao_id')
    .innerJoin('parcelas as bill', 'bill.cambio_id', 'payment.id')
    .where('payment.user_id', '=', userId)
    .select([
      'payment.id',
      'payment.codigo',
      'payment.status',
      'payment.forma',
      'payment.parcelas',
      'payment.total_centavos',
      'payment.criado_em',
      'payment.expira_em',
      'payment.pago_em',
      'payment.motivo',
      'quote.moeda',
      'quote.valor_minor',
      'bill.id as parcela_id',
      'bill.status as bill_status',
    ]);

export const ownPayment = (db: Db, userId: number, id: number) =>
  payments(db, userId).where('payment.id', '=', id).executeTakeFirst();

export type PaymentRow = NonNullable<Awaited<ReturnType<typeof ownPayment>>>;

export const ownPayments = (db: Db, userId: number, limit: number, offset: number): Promise<PaymentRow[]> =>
  payments(db, userId)
    .orderBy('payment.criado_em', 'desc')
    .orderBy('payment.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();

export async function countPayments(db: Db, userId: number): Promise<number> {
  const { count } = await db
    .selectFrom('cambio_pagamentos')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** The Pix charge that runs for a bill, if one does. */
export const pixOf = (db: Db, parcelaId: number) =>
  db
    .selectFrom('charges')
    .innerJoin('charge_items', 'charge_items.charge_id', 'charges.id')
    .select(['charges.br_code', 'charges.txid'])
    .where('charge_items.parcela_id', '=', parcelaId)
    .where('charges.forma', '=', 'pix')
    .where('charges.status', '=', 'ativa')
    .orderBy('charges.id', 'desc')
    .executeTakeFirst();
