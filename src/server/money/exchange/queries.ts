import type { Selectable } from 'kysely';
import type { Db } from '../../core/db/connection.ts';
import type { Schema } from '../../tables.ts';

export type QuoteRow = Selectable<Schema['cambio_cotacoes']>;

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
      'payment.recebedor',
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

export interface LastCharge {
  status: Selectable<Schema['charges']>['status'];
  br_code: string | null;
  txid: string;
  motivo: string | null;
  linha_digitavel: string | null;
  boleto_url: string | null;
  vence_em: string | null;
}

/** The latest charge of each payment in its current form, by the bill's id. */
export async function lastCharges(
  db: Db,
  payments: readonly Pick<PaymentRow, 'parcela_id' | 'forma'>[],
): Promise<Map<number, LastCharge>> {
  if (payments.length === 0) return new Map();
  const formas = new Map(payments.map(({ parcela_id, forma }) => [parcela_id, forma]));
  const rows = await db
    .selectFrom('charges')
    .innerJoin('charge_items', 'charge_items.charge_id', 'charges.id')
    .select(['parcela_id', 'forma', 'status', 'br_code', 'txid', 'motivo', 'linha_digitavel', 'boleto_url', 'vence_em'])
    .where('charge_items.parcela_id', 'in', [...formas.keys()])
    .where('charge_items.valor_centavos', '>', 0)
    .orderBy('charges.id')
    .execute();
  return new Map(rows.filter((row) => formas.get(row.parcela_id) === row.forma).map((row) => [row.parcela_id, row]));
}
