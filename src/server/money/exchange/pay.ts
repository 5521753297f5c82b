import type { z } from 'zod';
import type { calls } from '#lib/contract/exchange.schema.ts';
import type { Ctx } from '../../core/http/ctx.ts';
import { intentOf, once } from '../../core/http/once.ts';
import { issueBoleto } from '../finance/boleto.ts';
import { chargeCard } from '../finance/card.ts';
import { runningPix } from '../finance/pix.ts';
import { openPayment } from './open-payment.ts';
import { ownPayment, type PaymentRow, type QuoteRow } from './queries.ts';

type Input = z.output<typeof calls.payExchangeWithCard.body>;

const CALL = 'payExchangeWithCard';

/**
 * Opens the payment and charges the card: two idempotent steps with one key. After a failure between them, the same key continues
 * there. After a refused card, the user may use another method while the quote is valid.
 *
 * @returns the id of the payment.
 */
export async function payWithCard(ctx: Ctx, quote: QuoteRow, input: Input): Promise<number> {
  const { userId } = ctx.session;
  const id = await once(ctx, CALL, input, (tx) =>
    openPayment(ctx, tx, quote, {
      requestId: input.request_id,
      forma: 'cartao',
      installments: input.installments,
      pagador: input.pagador,
      recebedor: input.recebedor,
    }),
  );
  const payment = await ownPayment(ctx.db, userId, id);
  if (!payment || isOver(payment, ctx.now())) return id;
  await chargeCard(ctx, {
    // The user's key is used by the opening, so the charge uses a key of the payment.
    intent: intentOf(ctx, `exchange:${id}`, CALL, input),
    countedAs: `user:${userId}`,
    userId,
    parcelaId: payment.parcela_id,
    installments: input.installments,
    card: input.card,
    card_token: input.card_token,
    cpf: input.pagador.cpf,
  });
  return id;
}

/** A payment that was opened in time but never charged is not charged later at the old rate. */
const isOver = ({ bill_status, expira_em }: PaymentRow, now: Date) =>
  bill_status === 'aberta' && expira_em !== null && expira_em <= now.toISOString();

/** A waiting payment with this method. An ended payment, or one with another method, is not returned. */
async function waiting(ctx: Ctx, id: number, forma: PaymentRow['forma']) {
  const row = await ownPayment(ctx.db, ctx.session.userId, id);
  if (row?.status !== 'pendente' || row.forma !== forma || row.bill_status !== 'aberta') return undefined;
  return row.expira_em !== null && row.expira_em > ctx.now().toISOString()
    ? { parcelaId: row.parcela_id, expiresAt: new Date(row.expira_em) }
    : undefined;
}

/** Creates the code of a payment that has none yet, also if an earlier try failed before the bank answered. */
export async function ensurePix(ctx: Ctx, id: number): Promise<void> {
  const open = await waiting(ctx, id, 'pix');
  if (!open) return;
  const { parcelaId, expiresAt } = open;
  await runningPix(ctx, { owners: ctx.session.userId, parcelaIds: [parcelaId], expiresAt });
}

/** Issues the boleto of a payment. The rate is held until the banks have reported whether it was paid. */
export async function ensureBoleto(ctx: Ctx, id: number): Promise<void> {
  const open = await waiting(ctx, id, 'boleto');
  if (!open) return;
  const { expira_em } = await issueBoleto(ctx, { userId: ctx.session.userId, parcelaId: open.parcelaId });
  await ctx.db
    .updateTable('cambio_pagamentos')
    .set({ expira_em })
    .where('id', '=', id)
    .where('status', '=', 'pendente')
    .execute();
}
