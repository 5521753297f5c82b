import { renderSVG } from 'uqr';
import { z } from 'zod';
import { Ids, StatementQuery } from '#lib/contract/finance.schema.ts';
import * as contract from '#lib/contract/finance.ts';
import { IdParam, Instant, OneId, PageQuery } from '#lib/contract/shapes.schema.ts';
import { type MovementFilter, statementPage } from '#lib/rules/finance/statement.ts';
import { financeMessages } from '#lib/words/finance.ts';
import { automaticMessages } from '#lib/words/finance-automatic.ts';
import type { Ctx, PublicCtx } from '../../core/http/ctx.ts';
import { download, FileAnswer } from '../../core/http/file-answer.ts';
import { intentOf } from '../../core/http/once.ts';
import { endpoint, islandOperation, operation } from '../../core/http/operation.ts';
import { bodyText } from '../../core/http/parse.ts';
import { ownBrand } from '../../core/http/public-url.ts';
import { notFound, Refusal } from '../../core/http/refusal.ts';
import { holderOfSecret, owner, user, visitor } from '../../core/http/who.ts';
import { downloadLinkReceipt, downloadReceipt } from '../documents/receipt.ts';
import { methodsOf, paymentMethodsOf, receiverOf } from './accounts.ts';
import type { LateFeeBasis } from './amount-due.ts';
import { lateFeeBasisOf } from './amount-due.ts';
import { endPixAuthorization, requireAdultPayer, withdrawDebit, withdrawFailed } from './automatic-pix.ts';
import { cancelBoleto, issueBoleto } from './boleto.ts';
import { chargeCard, openCardPage } from './card.ts';
import { presentBoleto, presentCard, presentCardPage, presentPix } from './charge.ts';
import { dependentsOf, paysAll } from './dependents.ts';
import { followUp } from './follow-up.ts';
import { makeOwnAgreementInput, signedBillInput } from './inputs.ts';
import { openBoletos, openCardPages, openDebits, presentDebit } from './live-boletos.ts';
import { listPixAuthorizations, openPixAuthorization } from './open-authorization.ts';
import { listOwnAgreements, makeOwnAgreement } from './own-agreement.ts';
import { billOfLink, debtorOf, linkToPay, payerOf, requireOwnBill } from './payer.ts';
import { runningPix } from './pix.ts';
import { presentBill } from './present.ts';
import { type BillRow, billsById, chargeByTxid, itemsOf, schoolOf, shortNameOf } from './queries.ts';
import { readFamilyFinance, readFinance } from './read-finance.ts';
import { receiveCallback, receiveEvent } from './receive-event.ts';
import { paymentOf } from './refund.ts';
import { readTransactions, statementCsv } from './statement.ts';

/** The operations of bills for users and payers. */
export const financeOperations = {
  /** The payment methods of the own unit in the portal. */
  listPaymentMethods: operation({
    who: user,
    does: 'reads',
    connected: 'money',
    input: z.object({}),
    run: (_input, ctx) => paymentMethodsOf(ctx, ctx.session.companyId),
  }),
  /** The late bills that the user may replace by a plan, own ones and those of each child. */
  listOwnAgreements: operation({
    who: user,
    does: 'reads',
    connected: 'money',
    input: z.object({}),
    run: (_input, ctx) => listOwnAgreements(ctx),
  }),
  /** The authorizations of Pix Automático that the user gave or may give, for own contracts and those of each child. */
  listPixAuthorizations: operation({
    who: user,
    does: 'reads',
    connected: 'money',
    input: z.object({}),
    run: (_input, ctx) => listPixAuthorizations(ctx),
  }),
  /** Opens the authorization of a bill's contract: the code that pays its oldest bill is the consent. */
  openPixAuthorization: operation({
    who: owner('bill', requireOneOwnBill),
    does: 'writes',
    connected: 'money',
    input: OneId,
    run: (_input, ctx) => openPixAuthorization(ctx, ctx.thing),
  }),
  /** Ends the authorization of a bill's contract. */
  endPixAuthorization: operation({
    who: owner('bill', requireOneOwnBill),
    does: 'writes',
    connected: 'money',
    input: OneId,
    run: (_input, ctx) => endPixAuthorization(ctx, ctx.thing),
  }),
  /** Withdraws the debit of a bill, so that it can be paid in another way. */
  withdrawDebit: operation({
    who: owner('bill', requireOneOwnBill),
    does: 'writes',
    connected: 'money',
    input: OneId,
    run: async ({ id }, ctx) => {
      await ctx.limits.take('pix', `user:${ctx.session.userId}`);
      await requireAdultPayer(ctx, ctx.thing);
      await withdrawDebit(ctx, { userId: ctx.thing.user_id, parcelaId: id });
      return { detail: automaticMessages.debitCancelled };
    },
  }),
  /** Replaces late bills by a plan within the rules of the school. */
  makeOwnAgreement: operation({
    who: owner('bill'),
    does: 'writes',
    connected: 'money',
    input: makeOwnAgreementInput,
    keyed: true,
    run: (input, ctx) => makeOwnAgreement(ctx, input),
  }),
  /** The boleto of an instalment, or a new one. */
  issueBoleto: operation({
    who: { ...visitor, of: 'bill' },
    does: 'writes',
    connected: 'money',
    input: signedBillInput,
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
    input: signedBillInput,
    run: async ({ id, assinatura }, ctx) => {
      const payer = await debtorOf(ctx, id, assinatura);
      await ctx.limits.take('pix', payer.countedAs);
      await cancelBoleto(ctx, { userId: payer.userId, parcelaId: id });
      return { detail: financeMessages.boletoCancelled };
    },
  }),
  /** The page of the payment provider on which an instalment is paid by card, or a new one. */
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
  /** Own bills and those that the user pays, by their ids, of courses, orders and payments abroad alike. */
  listBills: operation({
    who: owner('bill', requireOwnBills),
    does: 'reads',
    connected: 'composed',
    input: z.object({ ids: Ids }),
    run: async (_input, ctx) =>
      Promise.all(
        ctx.thing.map(async (row) => {
          const context = await billContext(ctx, row);
          const boleto = await boletoOf(ctx, row, context, true);
          const pagina = await pageOf(ctx, row);
          const debito = await debitOf(ctx, row);
          const isOwn = row.user_id === ctx.session.userId;
          const de = isOwn ? {} : { de: await shortNameOf(ctx.db, row.user_id) };
          return { ...presentBill(row, context, { ...(await paymentOf(ctx.db, row)), boleto, pagina, debito }), ...de };
        }),
      ),
  }),
  /** The bill of a payment link. */
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
      const debito = await debitOf(ctx, row);
      const bill = presentBill(row, context, { ...paid, detalhe: null, boleto, debito });
      // The page of the payment provider names the payer.
      return { ...bill, formas: bill.formas.filter((method) => method !== 'pagina'), de };
    },
  }),
  /** Movements of money for own bills and those that the user pays, the newest first. */
  listTransactions: operation({
    who: user,
    does: 'reads',
    connected: 'composed',
    input: StatementQuery.extend(PageQuery.shape),
    run: async ({ limit, offset, ...filter }, ctx) => {
      return statementPage(await familyTransactions(ctx, filter), { limit, offset }, ctx.session.timeZone);
    },
  }),
  /** The contracts and bills of those whose bills the user pays, by person. */
  listFamilyFinance: operation({
    who: user,
    does: 'reads',
    connected: 'money',
    input: z.object({}),
    run: (_input, ctx) => readFamilyFinance(ctx),
  }),
  getFinance: endpoint(contract.getFinance, { who: user, connected: 'host', run: (_input, ctx) => readFinance(ctx) }),
  payWithPix: endpoint(contract.payWithPix, {
    who: { ...visitor, of: 'bill' },
    connected: 'host',
    run: async ({ params, query }, ctx) => {
      const payer = await payerOf(ctx, params.id, query.assinatura);
      await ctx.limits.take('pix', payer.countedAs);
      // A link is for one bill only.
      const others = query.assinatura === undefined ? (query.com ?? []) : [];
      const owners = [payer.userId];
      for (const other of others) owners.push((await payerOf(ctx, other, undefined)).userId);
      const charge = query.txid
        ? await chargeOf(ctx, params.id, query.txid)
        : await newPix(ctx, owners, [params.id, ...others]);
      return presentPix(charge, params.id, await receiverOf(ctx, charge), ctx.now());
    },
  }),
  payWithCard: endpoint(contract.payWithCard, {
    who: { ...visitor, of: 'bill' },
    connected: 'host',
    run: async ({ params, query, body }, ctx) => {
      const payer = await payerOf(ctx, params.id, query.assinatura);
      const intent = intentOf(ctx, `user:${payer.userId}`, `card ${params.id}`, body);
      const charge = await chargeCard(ctx, { ...body, ...payer, parcelaId: params.id, intent });
      const payment = presentCard(charge, params.id, query.assinatura === undefined);
      if (payment.status !== 'recusado') return payment;
      return { ...payment, tentativas_restantes: await ctx.limits.left('card-bill', String(params.id)) };
    },
  }),
  receivePaymentWebhook: endpoint(contract.receivePaymentWebhook, {
    who: holderOfSecret,
    connected: 'money',
    run: ({ params }, ctx) => receiveEvent(ctx, params.provider, bodyText(ctx.request)),
  }),
  receivePixCallback: endpoint(contract.receivePixCallback, {
    who: holderOfSecret,
    connected: 'money',
    run: ({ params, body }, ctx) => receiveCallback(ctx, params.conta, params.chave, body),
  }),
  /** Signed link that lets a guardian pay. */
  getPaymentLink: islandOperation({
    who: owner('bill', (ctx, { parcela_id }: { parcela_id: number }) => requireOwnBill(ctx, parcela_id)),
    does: 'reads',
    connected: 'money',
    input: z.object({ parcela_id: IdParam }),
    result: z.object({ url: z.string(), expira_em: Instant }),
    run: (_input, ctx) => linkToPay(ctx, ctx.thing, ownBrand(ctx)),
  }),
  drawQrCode: endpoint(contract.drawQrCode, {
    who: holderOfSecret,
    connected: 'money',
    run: async ({ params }, ctx) => {
      const charge = await chargeByTxid(ctx.db, params.txid);
      if (!charge?.br_code || charge.forma !== 'pix') throw notFound();
      return new FileAnswer(renderSVG(charge.br_code, { border: 2, ecc: 'M' }), { 'content-type': 'image/svg+xml' });
    },
  }),
  downloadReceipt: endpoint(contract.downloadReceipt, {
    who: owner('bill', (ctx, { parcela_id }: { parcela_id: number }) => requireOwnBill(ctx, parcela_id)),
    connected: 'money',
    run: (_input, ctx) => downloadReceipt(ctx, ctx.thing),
  }),
  downloadLinkReceipt: endpoint(contract.downloadLinkReceipt, {
    who: holderOfSecret,
    connected: 'money',
    run: ({ params }, ctx) => downloadLinkReceipt(ctx, params.token),
  }),
  downloadStatement: endpoint(contract.downloadStatement, {
    who: user,
    connected: 'money',
    run: async ({ query }, ctx) => {
      const text = statementCsv(await familyTransactions(ctx, query), ctx.session.timeZone);
      return download(text, 'text/csv; charset=utf-8', 'extrato.csv');
    },
  }),
};

/** @throws Refusal 404 */
function requireOneOwnBill(ctx: Ctx, { id }: { id: number }) {
  return requireOwnBill(ctx, id);
}

/** @throws Refusal 404 if one of the bills is somebody else's */
async function requireOwnBills(ctx: Ctx, { ids }: { ids: number[] }) {
  const rows = await billsById(ctx.db, ids);
  if (rows.length !== new Set(ids).size || !(await paysAll(ctx, rows))) throw notFound(financeMessages.unknownBill);
  return rows;
}

const familyTransactions = async (ctx: Ctx, filter: MovementFilter) => {
  const { userId, timeZone } = ctx.session;
  return readTransactions(ctx.db, { userId, dependents: await dependentsOf(ctx) }, timeZone, filter);
};

const billContext = async (ctx: PublicCtx, { company_id }: Pick<BillRow, 'company_id'>) => {
  const { db, config, now } = ctx;
  const school = company_id === null ? null : ((await schoolOf(db, company_id)) ?? null);
  return {
    basis: await lateFeeBasisOf({ config }, db, company_id, now()),
    methods: (await methodsOf(ctx))({ company_id }),
    school,
  };
};

/** The open boleto of an open bill. */
async function boletoOf(
  { db }: PublicCtx,
  { id, status }: BillRow,
  { basis }: { basis: LateFeeBasis },
  isOwner: boolean,
) {
  const charge = status === 'aberta' ? (await openBoletos(db, [id])).get(id) : undefined;
  return charge ? presentBoleto(charge, basis.today, isOwner) : null;
}

/** The running debit of an open bill. */
async function debitOf({ db }: PublicCtx, { id, status }: BillRow) {
  const debit = status === 'aberta' ? (await openDebits(db, [id])).get(id) : undefined;
  return debit ? presentDebit(debit) : null;
}

/** The open page for a card of an open bill. */
async function pageOf({ db }: PublicCtx, { id, status }: BillRow) {
  const charge = status === 'aberta' ? (await openCardPages(db, [id])).get(id) : undefined;
  return charge ? presentCardPage(charge) : null;
}

/** The code that pays these bills together. A failed debit of theirs is not tried again. */
async function newPix(ctx: PublicCtx, owners: readonly number[], parcelaIds: readonly number[]) {
  const bills = parcelaIds.map((parcelaId, at) => ({ userId: owners[at] ?? 0, parcelaId }));
  await withdrawFailed(ctx, bills);
  return runningPix(ctx, { owners, parcelaIds });
}

/** A charge of this bill. While it is pending, the provider is queried now and then. @throws Refusal 404 */
async function chargeOf(ctx: PublicCtx, parcelaId: number, txid: string) {
  const charge = await chargeByTxid(ctx.db, txid);
  const items = charge ? await itemsOf(ctx.db, charge.id) : [];
  if (!charge || !items.some(({ parcela_id }) => parcela_id === parcelaId)) throw notFound(financeMessages.unknownBill);
  return ['criando', 'ativa'].includes(charge.status) ? followUp(ctx, charge) : charge;
}
