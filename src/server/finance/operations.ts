import { z } from 'zod';
import { Ids, Signature, StatementQuery } from '#lib/contract/finance.schema.ts';
import { IdParam, OneId, PageQuery } from '#lib/contract/shapes.schema.ts';
import { statementPage } from '#lib/rules/finance/statement.ts';
import { financeMessages } from '#lib/words/finance.ts';
import { unitOf } from '../db/people.ts';
import type { PublicCtx } from '../http/ctx.ts';
import { operation } from '../http/operation.ts';
import { notFound, Refusal } from '../http/refusal.ts';
import { holderOfSecret, owner, user, visitor } from '../http/who.ts';
import { payWaysOf, waysOf } from './accounts.ts';
import { issueBoleto } from './boleto.ts';
import { cancelBoleto } from './cancel-boleto.ts';
import { openCardPage } from './card-page.ts';
import type { Reckoning } from './late-fee.ts';
import { openBoletos, openCardPages } from './live-boletos.ts';
import { billOfLink, debtorOf, payerOf } from './payer.ts';
import { presentBill } from './present.ts';
import { presentBoleto, presentCardPage } from './present-charge.ts';
import { type BillRow, ownBills, schoolOf, shortNameOf } from './queries.ts';
import { paymentOf } from './read-refunds.ts';
import { readTransactions } from './read-transactions.ts';
import { reckoningOf } from './school-day.ts';

/** What the area offers. */
export const financeOperations = {
  /** How the own unit takes money in the portal. */
  listPayWays: operation({
    who: user,
    does: 'reads',
    connected: 'money',
    input: z.object({}),
    run: async (_input, ctx) => payWaysOf(ctx, await unitOf(ctx.db, ctx.session.userId)),
  }),
  /** The boleto of an instalment, or a new one. */
  issueBoleto: operation({
    who: { ...visitor, of: 'bill' },
    does: 'writes',
    connected: 'money',
    input: z.object({ id: IdParam, assinatura: Signature }),
    run: async ({ id, assinatura }, ctx) => {
      const payer = await payerOf(ctx, id, assinatura);
      await ctx.limits.take('pix', payer.countedAs);
      const charge = await issueBoleto(ctx, { userId: payer.userId, parcelaId: id });
      return presentBoleto(charge, charge.vence_em ?? '', assinatura === undefined);
    },
  }),
  /** Ends the boleto of an instalment, so that it can be paid in another way. */
  cancelBoleto: operation({
    who: { ...visitor, of: 'bill' },
    does: 'writes',
    connected: 'money',
    input: z.object({ id: IdParam, assinatura: Signature }),
    run: async ({ id, assinatura }, ctx) => {
      const payer = await debtorOf(ctx, id, assinatura);
      await ctx.limits.take('pix', payer.countedAs);
      await cancelBoleto(ctx, { userId: payer.userId, parcelaId: id });
      return { detail: financeMessages.boletoCancelled };
    },
  }),
  /** The page of the payment house on which an instalment is paid by card, or a new one. */
  openCardPage: operation({
    who: owner('bill'),
    does: 'writes',
    connected: 'money',
    input: OneId,
    run: async ({ id }, ctx) => {
      await ctx.limits.take('pix', `user:${ctx.session.userId}`);
      return presentCardPage(await openCardPage(ctx, id));
    },
  }),
  /** Own bills by their ids, of courses, orders and payments abroad alike. */
  listBills: operation({
    who: owner('bill'),
    does: 'reads',
    connected: 'composed',
    input: z.object({ ids: Ids }),
    run: async ({ ids }, ctx) => {
      const { userId } = ctx.session;
      const rows = await ownBills(ctx.db, userId, ids);
      if (rows.length !== new Set(ids).size) throw notFound(financeMessages.unknownBill);
      return Promise.all(
        rows.map(async (row) => {
          const context = await billContext(ctx, row);
          const boleto = await boletoOf(ctx, row, context, true);
          const pagina = await pageOf(ctx, row);
          return presentBill(row, context, { ...(await paymentOf(ctx.db, row)), boleto, pagina });
        }),
      );
    },
  }),
  /** What a payment link is for. */
  getBill: operation({
    who: holderOfSecret,
    does: 'reads',
    connected: 'money',
    input: z.object({ token: z.string().min(20).max(600) }),
    run: async ({ token }, ctx) => {
      await ctx.limits.take('payment-link', ctx.caller.address);
      const row = await billOfLink(ctx, token);
      if (!row) throw new Refusal(404, financeMessages.wrongLink, { code: 'wrong_link' });
      const context = await billContext(ctx, row);
      const paid = await paymentOf(ctx.db, row);
      const de = await shortNameOf(ctx.db, row.user_id);
      const boleto = await boletoOf(ctx, row, context, false);
      const bill = presentBill(row, context, { ...paid, detalhe: null, boleto });
      // The page of the payment house names the payer.
      return { ...bill, formas: bill.formas.filter((way) => way !== 'pagina'), de };
    },
  }),
  /** Own movements of money, the newest first. */
  listTransactions: operation({
    who: user,
    does: 'reads',
    connected: 'composed',
    input: StatementQuery.extend(PageQuery.shape),
    run: async ({ limit, offset, ...filter }, ctx) => {
      const { userId, timeZone } = ctx.session;
      return statementPage(await readTransactions(ctx.db, userId, timeZone, filter), { limit, offset }, timeZone);
    },
  }),
};

const billContext = async (ctx: PublicCtx, { company_id }: Pick<BillRow, 'company_id'>) => {
  const { db, config, now } = ctx;
  const school = company_id === null ? null : ((await schoolOf(db, company_id)) ?? null);
  return {
    reckoning: await reckoningOf({ config }, db, company_id, now()),
    ways: (await waysOf(ctx))({ company_id }),
    school,
  };
};

/** The open boleto of an open bill. */
async function boletoOf(
  { db }: PublicCtx,
  { id, status }: BillRow,
  { reckoning }: { reckoning: Reckoning },
  isOwner: boolean,
) {
  const charge = status === 'aberta' ? (await openBoletos(db, [id])).get(id) : undefined;
  return charge ? presentBoleto(charge, reckoning.today, isOwner) : null;
}

/** The open page for a card of an open bill. */
async function pageOf({ db }: PublicCtx, { id, status }: BillRow) {
  const charge = status === 'aberta' ? (await openCardPages(db, [id])).get(id) : undefined;
  return charge ? presentCardPage(charge) : null;
}
