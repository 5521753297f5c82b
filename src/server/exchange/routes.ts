import type * as exchange from '#lib/contract/exchange.ts';
import { requireFullScope } from '../http/access.ts';
import type { Ctx } from '../http/ctx.ts';
import type { Routes } from '../http/handler.ts';
import { once } from '../http/once.ts';
import { invalid, notFound } from '../http/refusal.ts';
import { runningPix } from './charges.ts';
import { openPayment } from './open-payment.ts';
import { payWithCard } from './pay-with-card.ts';
import { presentPayment, presentQuote } from './present.ts';
import { countPayments, ownPayment, ownPayments, pixOf } from './queries.ts';
import { simulateExchange } from './simulate-exchange.ts';

async function paymentFor({ db, session, now }: Ctx, id: number) {
  const row = await ownPayment(db, session.userId, id);
  if (!row) throw notFound('Não encontramos este pagamento entre os seus.');
  const pix = row.forma === 'pix' ? await pixOf(db, row.parcela_id) : undefined;
  return presentPayment(row, pix, now());
}

export const exchangeRoutes: Routes<typeof exchange> = {
  simulateExchange: async ({ body }, ctx) => {
    requireFullScope(ctx.session);
    await ctx.limits.take('exchange-quote', `user:${ctx.session.userId}`);
    return presentQuote(await simulateExchange(ctx, body), body.installments);
  },
  createExchangePayment: async ({ body }, ctx) => {
    requireFullScope(ctx.session);
    const { forma, quote_id: quoteId, request_id: requestId, pagador } = body;
    if (forma === 'boleto') throw invalid('Boleto não está disponível. Pague com Pix ou cartão.');
    const id = await once(ctx, 'createExchangePayment', body, (tx) =>
      openPayment(ctx, tx, { quoteId, requestId, forma, installments: 1, pagador }),
    );
    const payment = await paymentFor(ctx, id);
    if (payment.status !== 'pendente' || payment.forma !== 'pix' || payment.br_code) return payment;
    const row = await ownPayment(ctx.db, ctx.session.userId, id);
    if (row) {
      await runningPix(ctx, {
        userId: ctx.session.userId,
        parcelaIds: [row.parcela_id],
        expiresAt: new Date(row.expira_em ?? ctx.now()),
      });
    }
    return paymentFor(ctx, id);
  },
  payExchangeWithCard: async ({ body }, ctx) => {
    requireFullScope(ctx.session);
    return paymentFor(ctx, await payWithCard(ctx, body));
  },
  getExchangePayment: async ({ params }, ctx) => {
    requireFullScope(ctx.session);
    return paymentFor(ctx, params.id);
  },
  listExchangePayments: async ({ query: { limit, offset } }, { db, session, now }) => {
    requireFullScope(session);
    const [rows, total] = await Promise.all([
      ownPayments(db, session.userId, limit, offset),
      countPayments(db, session.userId),
    ]);
    return { items: rows.map((row) => presentPayment(row, undefined, now())), total, limit, offset };
  },
};
