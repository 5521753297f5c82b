import type * as exchange from '#lib/contract/exchange.ts';
import type { Ctx } from '../http/ctx.ts';
import type { Routes } from '../http/handler.ts';
import { once } from '../http/once.ts';
import { invalid, notFound } from '../http/refusal.ts';
import { ensurePix } from './ensure-pix.ts';
import { openPayment } from './open-payment.ts';
import { payWithCard } from './pay-with-card.ts';
import { presentPayment, presentQuote } from './present.ts';
import { countPayments, lastCharges, ownPayment, ownPayments } from './queries.ts';
import { simulateExchange } from './simulate-exchange.ts';

async function paymentFor({ db, session, now }: Ctx, id: number) {
  const row = await ownPayment(db, session.userId, id);
  if (!row) throw notFound('Não encontramos este pagamento entre os seus.');
  return presentPayment(row, (await lastCharges(db, [row])).get(row.parcela_id), now());
}

/** No bank of ours issues a boleto here, so a quote for one is useless. @throws Refusal 422 */
function refuseBoleto<F extends string>(forma: F): asserts forma is Exclude<F, 'boleto'> {
  if (forma === 'boleto') {
    throw invalid('Boleto não está disponível. Pague com Pix ou cartão.', { forma: 'Escolha outra forma' });
  }
}

export const exchangeRoutes: Routes<typeof exchange> = {
  simulateExchange: async ({ body }, ctx) => {
    refuseBoleto(body.forma);
    await ctx.limits.take('exchange-quote', `user:${ctx.session.userId}`);
    return presentQuote(await simulateExchange(ctx, body), body.installments);
  },
  createExchangePayment: async ({ body }, ctx) => {
    const { forma, quote_id: quoteId, request_id: requestId, pagador, recebedor } = body;
    refuseBoleto(forma);
    const id = await once(ctx, 'createExchangePayment', body, (tx) =>
      openPayment(ctx, tx, { quoteId, requestId, forma, installments: 1, pagador, recebedor }),
    );
    await ensurePix(ctx, id);
    return paymentFor(ctx, id);
  },
  payExchangeWithCard: async ({ body }, ctx) => paymentFor(ctx, await payWithCard(ctx, body)),
  getExchangePayment: async ({ params }, ctx) => paymentFor(ctx, params.id),
  listExchangePayments: async ({ query: { limit, offset } }, { db, session, now }) => {
    const [rows, total] = await Promise.all([
      ownPayments(db, session.userId, limit, offset),
      countPayments(db, session.userId),
    ]);
    const charges = await lastCharges(db, rows);
    const items = rows.map((row) => presentPayment(row, charges.get(row.parcela_id), now()));
    return { items, total, limit, offset };
  },
};
