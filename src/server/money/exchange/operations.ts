import { CambioPayment } from '#lib/contract/exchange.schema.ts';
import * as contract from '#lib/contract/exchange.ts';
import { OneId, PageQuery } from '#lib/contract/shapes.schema.ts';
import { financeMessages } from '#lib/words/finance.ts';
import type { Ctx } from '../../core/http/ctx.ts';
import { once } from '../../core/http/once.ts';
import { endpoint, islandOperation, operation } from '../../core/http/operation.ts';
import { invalid, notFound, unavailable } from '../../core/http/refusal.ts';
import { owner, user } from '../../core/http/who.ts';
import { methodsOf, type PaymentMethod } from '../finance/accounts.ts';
import { openPayment } from './open-payment.ts';
import { ensureBoleto, ensurePix, payWithCard } from './pay.ts';
import { presentPayment, presentQuote } from './present.ts';
import { countPayments, lastCharges, ownPayment, ownPayments, ownQuote } from './queries.ts';
import { simulateExchange } from './quote.ts';

/** What the area offers. */
export const exchangeOperations = {
  /** Own exchange payments, the latest first. */
  listExchangePayments: operation({
    who: user,
    does: 'reads',
    connected: 'money',
    input: PageQuery,
    run: async ({ limit, offset }, { db, session, now }) => {
      const [rows, total] = await Promise.all([
        ownPayments(db, session.userId, limit, offset),
        countPayments(db, session.userId),
      ]);
      const charges = await lastCharges(db, rows);
      const items = rows.map((row) => presentPayment(row, charges.get(row.parcela_id), now()));
      return { items, total, limit, offset };
    },
  }),
  simulateExchange: endpoint(contract.simulateExchange, {
    who: user,
    connected: 'host',
    run: async ({ body }, ctx) => {
      const methods = await ownMethods(ctx);
      if (body.forma === 'boleto') requireBoleto(methods);
      if (methods.length === 0) throw unavailable(financeMessages.off);
      await ctx.limits.take('exchange-quote', `user:${ctx.session.userId}`);
      const quote = presentQuote(await simulateExchange(ctx, body), body.installments);
      return { ...quote, formas: methods.filter((method) => method !== 'pagina') };
    },
  }),
  createExchangePayment: endpoint(contract.createExchangePayment, {
    who: owner('quote', requireOwnQuote),
    connected: 'host',
    run: async ({ body }, ctx) => {
      const { forma, request_id: requestId, pagador, recebedor } = body;
      if (forma === 'boleto') requireBoleto(await ownMethods(ctx));
      const id = await once(ctx, 'createExchangePayment', body, (tx) =>
        openPayment(ctx, tx, ctx.thing, { requestId, forma, installments: 1, pagador, recebedor }),
      );
      await (forma === 'boleto' ? ensureBoleto(ctx, id) : ensurePix(ctx, id));
      return paymentFor(ctx, id);
    },
  }),
  payExchangeWithCard: endpoint(contract.payExchangeWithCard, {
    who: owner('quote', requireOwnQuote),
    connected: 'host',
    run: async ({ body }, ctx) => paymentFor(ctx, await payWithCard(ctx, ctx.thing, body)),
  }),
  /** The state of an own exchange payment. */
  getExchangePayment: islandOperation({
    who: owner('payment', (ctx, { id }) => requireOwnPayment(ctx, id)),
    does: 'reads',
    connected: 'money',
    input: OneId,
    result: CambioPayment,
    run: (_input, ctx) => present(ctx, ctx.thing),
  }),
};

/** @throws Refusal 404 for another user's quote */
async function requireOwnQuote({ db, session }: Ctx, { quote_id }: { quote_id: string }) {
  const quote = await ownQuote(db, session.userId, quote_id);
  if (!quote) throw notFound('Não encontramos esta cotação entre as suas. Peça uma nova.');
  return quote;
}

/** @throws Refusal 404 for another user's payment */
async function requireOwnPayment({ db, session }: Ctx, id: number) {
  const row = await ownPayment(db, session.userId, id);
  if (!row) throw notFound('Não encontramos este pagamento entre os seus.');
  return row;
}

const present = async ({ db, now }: Ctx, row: Awaited<ReturnType<typeof requireOwnPayment>>) =>
  presentPayment(row, (await lastCharges(db, [row])).get(row.parcela_id), now());

const paymentFor = async (ctx: Ctx, id: number) => present(ctx, await requireOwnPayment(ctx, id));

/** The payment methods of the user's unit. */
const ownMethods = async (ctx: Ctx) => (await methodsOf(ctx))({ company_id: ctx.session.companyId });

/** A quote for a boleto is useless if the unit offers none. @throws Refusal 422 */
function requireBoleto(methods: readonly PaymentMethod[]): void {
  if (!methods.includes('boleto')) {
    throw invalid('Boleto não está disponível. Pague com Pix ou cartão.', { forma: 'Escolha outra forma' });
  }
}
