import { renderSVG } from 'uqr';
import type * as finance from '#lib/contract/finance.ts';
import { routes } from '#lib/routes.ts';
import { financeMessages } from '#lib/words/finance.ts';
import { downloadLinkReceipt, downloadReceipt } from '../documents/download-receipt.ts';
import type { PublicCtx } from '../http/ctx.ts';
import { download, FileAnswer } from '../http/file-answer.ts';
import type { Routes } from '../http/handler.ts';
import { intentOf } from '../http/once.ts';
import { bodyText } from '../http/parse.ts';
import { ownBrand, publicUrl } from '../http/public-url.ts';
import { notFound } from '../http/refusal.ts';
import { receiverOf, requireWay } from './accounts.ts';
import { chargeCard } from './charge-card.ts';
import { followUp } from './follow-up.ts';
import { makeLink, payerOf, refuseQuoted, requireOwnBill } from './payer.ts';
import { refuseClosed, runningPix } from './pix-charge.ts';
import { presentCard, presentPix } from './present-charge.ts';
import { chargeByTxid, itemsOf } from './queries.ts';
import { readFinance } from './read-finance.ts';
import { readTransactions } from './read-transactions.ts';
import { receiveCallback, receiveEvent } from './receive-event.ts';
import { financeStaffRoutes } from './staff-routes.ts';
import { statementCsv } from './statement-csv.ts';

export const financeRoutes: Routes<typeof finance> = {
  ...financeStaffRoutes,
  getFinance: (_input, ctx) => readFinance(ctx),
  payWithPix: async ({ params, query }, ctx) => {
    const payer = await payerOf(ctx, params.id, query.assinatura);
    await ctx.limits.take('pix', payer.countedAs);
    // A link is for one bill only.
    const others = query.assinatura === undefined ? (query.com ?? []) : [];
    for (const other of others) refuseQuoted(await requireOwnBill(ctx.db, payer.userId, other));
    const charge = query.txid
      ? await chargeOf(ctx, payer.userId, params.id, query.txid)
      : await runningPix(ctx, { userId: payer.userId, parcelaIds: [params.id, ...others] });
    return presentPix(charge, params.id, await receiverOf(ctx, charge), ctx.now());
  },
  payWithCard: async ({ params, query, body }, ctx) => {
    const payer = await payerOf(ctx, params.id, query.assinatura);
    const intent = intentOf(ctx, `user:${payer.userId}`, `card ${params.id}`, body);
    const charge = await chargeCard(ctx, { ...body, ...payer, parcelaId: params.id, intent });
    const payment = presentCard(charge, params.id, query.assinatura === undefined);
    if (payment.status !== 'recusado') return payment;
    return { ...payment, tentativas_restantes: await ctx.limits.left('card-bill', String(params.id)) };
  },
  receivePaymentWebhook: ({ params }, ctx) => receiveEvent(ctx, params.provider, bodyText(ctx.request)),
  receivePixCallback: ({ params, body }, ctx) => receiveCallback(ctx, params.conta, params.chave, body),
  getPaymentLink: async ({ params }, ctx) => {
    const bill = await requireOwnBill(ctx.db, ctx.session.userId, params.parcela_id);
    refuseQuoted(bill);
    refuseClosed([bill]);
    await requireWay(ctx, bill);
    const { token, expira_em } = await makeLink(ctx, params.parcela_id);
    return { url: publicUrl(ctx.config, ownBrand(ctx)) + routes.pay(token), expira_em };
  },
  drawQrCode: async ({ params }, ctx) => {
    const charge = await chargeByTxid(ctx.db, params.txid);
    if (!charge?.br_code || charge.forma !== 'pix') throw notFound();
    return new FileAnswer(renderSVG(charge.br_code, { border: 2, ecc: 'M' }), { 'content-type': 'image/svg+xml' });
  },
  downloadReceipt: async ({ params }, ctx) => downloadReceipt(ctx, params.parcela_id),
  downloadLinkReceipt: async ({ params }, ctx) => downloadLinkReceipt(ctx, params.token),
  downloadStatement: async ({ query }, ctx) => {
    const { userId, timeZone } = ctx.session;
    const text = statementCsv(await readTransactions(ctx.db, userId, timeZone, query), timeZone);
    return download(text, 'text/csv; charset=utf-8', 'extrato.csv');
  },
};

/** A charge of this bill. While it runs, this asks the provider now and then. @throws Refusal 404 */
async function chargeOf(ctx: PublicCtx, userId: number, parcelaId: number, txid: string) {
  const charge = await chargeByTxid(ctx.db, txid);
  const items = charge?.user_id === userId ? await itemsOf(ctx.db, charge.id) : [];
  if (!charge || !items.some(({ parcela_id }) => parcela_id === parcelaId)) throw notFound(financeMessages.unknownBill);
  return ['criando', 'ativa'].includes(charge.status) ? followUp(ctx, charge) : charge;
}
