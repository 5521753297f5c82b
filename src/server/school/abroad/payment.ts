import type { Selectable } from 'kysely';
import type { z } from 'zod';
import type { calls, UsaPayment } from '#lib/contract/abroad.schema.ts';
import { routes } from '#lib/routes.ts';
import { type Forma, maxInstallments, planBills } from '#lib/rules/finance/payment-plan.ts';
import { dayIn } from '#lib/rules/time/zones.ts';
import { takesCard } from '#lib/words/finance-methods.ts';
import type { Db } from '../../core/db/connection.ts';
import { locked } from '../../core/db/locking.ts';
import type { Ctx, School } from '../../core/http/ctx.ts';
import { once } from '../../core/http/once.ts';
import { conflict, invalid, notFound } from '../../core/http/refusal.ts';
import { notifyPerson } from '../../messages/inbox/notify.ts';
import { cancelExchanges } from '../../money/exchange/end-payment.ts';
import { costOf, priceOf } from '../../money/exchange/quote.ts';
import { methodsOf, paymentMethodsOf, receiverOf } from '../../money/finance/accounts.ts';
import { cancelBill } from '../../money/finance/bill.ts';
import { presentPix } from '../../money/finance/charge.ts';
import { openPlan } from '../../money/finance/open-bill.ts';
import { runningPix } from '../../money/finance/pix.ts';
import type { Schema } from '../../tables.ts';
import { ownRequest, type TripRow, tripRows } from './queries.ts';
import { moveRequest, type RequestRow, tryMove } from './transitions.ts';

type CreateInput = z.output<typeof calls.createUsaPayment.body>;
type ChangeInput = z.output<typeof calls.updateUsaPayment.body>;
type Chosen = Pick<CreateInput, 'forma' | 'parcelas'>;

const missing = () => notFound('Não encontramos este pagamento entre os seus.');

/** The cost of a payment today, by its method. Computed before the transaction, because another host provides the rate. */
interface Offer {
  forma: Forma;
  parcelas: number;
  totalCentavos: number;
  cotacao: string;
  today: string;
  trip: TripRow;
}

async function offerFor(ctx: Ctx, request: RequestRow, { forma, parcelas }: Chosen): Promise<Offer> {
  const { formas, cambio } = await paymentMethodsOf(ctx, ctx.session.companyId);
  const isTaken = { pix: true, boleto: formas.includes('boleto'), cartao: takesCard(formas), cambio }[forma];
  if (!isTaken) throw invalid('Esta forma não está disponível na sua escola.', { forma: 'Escolha outra forma' });
  const [trip] = await tripRows(ctx.db, { ids: [request.turma_id ?? 0] });
  if (!trip) throw missing();
  const today = dayIn(ctx.session.timeZone, ctx.now());
  const max = maxInstallments(forma, today, trip.inicio);
  if (parcelas > max) {
    const words = max === 1 ? 'Esta forma é paga de uma vez' : `Escolha até ${max} parcelas`;
    throw invalid(`${words}.`, { parcelas: words });
  }
  const price = await priceOf(ctx, trip.moeda);
  const { total } = costOf(trip.preco_minor, price);
  return { forma, parcelas, totalCentavos: total, cotacao: price.rate, today, trip };
}

const guardianIn = (dados: string): string | null =>
  (JSON.parse(dados) as { responsavel?: { full_name?: string } }).responsavel?.full_name ?? null;

const openBills = (tx: Db, request: RequestRow, paymentId: number, offer: Offer) =>
  openPlan(tx, {
    userId: request.user_id,
    kind: 'viagem',
    id: paymentId,
    descricao: `${offer.trip.nome} · ${request.protocolo}`,
    // The guardian of a minor pays. The request was sent with the guardian of the registration.
    responsavel: request.exige_responsavel ? guardianIn(request.dados) : null,
    bills: planBills(offer.forma, offer.parcelas, offer.totalCentavos, offer.today),
  });

/** The own request to be paid. @throws Refusal 404, also for somebody else's request */
export async function requestToPay({ db, session }: Ctx, { request_id }: { request_id: number }): Promise<RequestRow> {
  const request = await ownRequest(db, session.userId, request_id);
  if (!request) throw notFound('Não encontramos este pedido entre os seus.');
  return request;
}

/**
 * Starts the payment of an approved request at today's rate (API-87). Its bills are paid like any others.
 *
 * @throws Refusal 409 before its approval or with a payment, 422, 503
 */
export async function createPayment(ctx: Ctx, request: RequestRow, input: CreateInput): Promise<UsaPayment> {
  const { session } = ctx;
  const offer = await offerFor(ctx, request, input);
  const at = ctx.now();
  await once(ctx, 'createUsaPayment', input, async (tx) => {
    await moveRequest(tx, { id: request.id, status: 'aprovada' }, 'aguardando_pagamento', {
      by: 'aluno',
      at,
      userId: session.userId,
    });
    const { id } = await tx
      .insertInto('usa_pagamentos')
      .values({
        request_id: request.id,
        user_id: session.userId,
        forma: offer.forma,
        parcelas: offer.parcelas,
        total_centavos: offer.totalCentavos,
        moeda: offer.trip.moeda,
        total_minor: offer.trip.preco_minor,
        cotacao: offer.cotacao,
        created_at: at.toISOString(),
        atualizado_em: at.toISOString(),
        pago_em: null,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await openBills(tx, request, id, offer);
    return id;
  });
  return answer(ctx, request.id);
}

/**
 * Changes how a request is paid, before any part is paid. The old bills are cancelled, and new ones cost today's rate.
 *
 * @throws Refusal 409 once a part is paid or being paid, 422, 503
 */
export async function changePayment(ctx: Ctx, { request, plan }: OwnPlan, input: ChangeInput): Promise<UsaPayment> {
  const { db, session } = ctx;
  if (request.status !== 'aguardando_pagamento') throw alreadyPaid();
  const offer = await offerFor(ctx, request, input);
  await once(ctx, 'updateUsaPayment', input, async (tx) => {
    const known = await readPlan(tx, request.id);
    if (!known) throw missing();
    await cancelExchanges(tx, request.id, ctx.now());
    for (const { id } of known.bills) if (!(await cancelBill(tx, id, ctx.now()))) throw alreadyPaid();
    const changed = await tx
      .updateTable('usa_pagamentos')
      .set({
        forma: offer.forma,
        parcelas: offer.parcelas,
        total_centavos: offer.totalCentavos,
        cotacao: offer.cotacao,
        atualizado_em: stamp(ctx.now(), known.payment.atualizado_em),
      })
      .where('id', '=', known.payment.id)
      .where('user_id', '=', session.userId)
      // Of two simultaneous changes, only one creates bills.
      .where('atualizado_em', '=', known.payment.atualizado_em)
      .where('pago_em', 'is', null)
      .returning('id')
      .executeTakeFirst();
    if (!changed) throw conflict('Este pagamento mudou enquanto isso. Abra a página de novo.', 'changed');
    await openBills(tx, request, plan.payment.id, offer);
    return plan.payment.id;
  });
  return answer(ctx, request.id, db);
}

const alreadyPaid = () => conflict('Uma parte já foi paga ou está sendo paga: a forma não muda mais.', 'already_paid');

/** A unique time, so that a reader of the old row notices the change. */
const stamp = (now: Date, before: string): string =>
  new Date(Math.max(now.getTime(), Date.parse(before) + 1)).toISOString();

export const readPayment = async (ctx: Ctx, { plan }: OwnPlan): Promise<UsaPayment> =>
  presentUsaPayment(ctx, plan, await openPixOf(ctx.db, plan, ctx.now()));

export interface OwnPlan {
  request: RequestRow;
  plan: Plan;
}

/** An own payment with its request. @throws Refusal 404 */
export async function ownPlan({ db, session }: Ctx, paymentId: number): Promise<OwnPlan> {
  const row = await db
    .selectFrom('usa_pagamentos')
    .select('request_id')
    .where('id', '=', paymentId)
    .where('user_id', '=', session.userId)
    .executeTakeFirst();
  const request = row && (await ownRequest(db, session.userId, row.request_id));
  const plan = request && (await readPlan(db, request.id));
  if (!request || !plan) throw missing();
  return { request, plan };
}

/** The payment with the Pix code of its first bill, if it is paid by Pix and the bank answers. */
async function answer(ctx: Ctx, requestId: number, db: Db = ctx.db): Promise<UsaPayment> {
  const plan = await readPlan(db, requestId);
  if (!plan) throw missing();
  const bill = nextBill(plan);
  const charge =
    bill && plan.payment.forma === 'pix' && (await methodsOf(ctx))(bill).includes('pix')
      ? await runningPix(ctx, { owners: ctx.session.userId, parcelaIds: [bill.id] }).catch((error: unknown) => {
          ctx.log.warn({ err: error }, 'no Pix code for a trip yet: its page asks again');
          return undefined;
        })
      : undefined;
  return presentUsaPayment(ctx, plan, charge);
}

/** Moves a request on when its last bill is paid, in the transaction that settles the bill. */
export async function markUsaPaid(tx: Db, paymentId: number, at: Date): Promise<void> {
  // Locked: when the last two bills are paid at once, the later transaction sees the earlier one.
  const own = tx.selectFrom('usa_pagamentos').select('request_id').where('id', '=', paymentId);
  const payment = await locked(tx, own, 'hold').executeTakeFirst();
  if (!payment) return;
  const left = await tx
    .selectFrom('parcelas')
    .select('id')
    .where('usa_pagamento_id', '=', paymentId)
    .where('status', 'in', ['aberta', 'em_processamento'])
    .limit(1)
    .executeTakeFirst();
  if (!left) await finish(tx, payment.request_id, at);
}

/** Records that an exchange paid a request, in the transaction that settles the exchange. */
export async function markRequestExchanged(tx: Db, requestId: number, at: Date): Promise<void> {
  const paid = await tx
    .updateTable('usa_pagamentos')
    .set({ pago_em: at.toISOString() })
    .where('request_id', '=', requestId)
    .where('forma', '=', 'cambio')
    .where('pago_em', 'is', null)
    .returning('id')
    .executeTakeFirst();
  if (paid) await finish(tx, requestId, at);
}

async function finish(tx: Db, requestId: number, at: Date): Promise<void> {
  const request = await tx
    .selectFrom('usa_requests')
    .select(['id', 'status', 'user_id'])
    .where('id', '=', requestId)
    .executeTakeFirst();
  if (!request || !(await tryMove(tx, request, 'paga', { by: 'sistema', at }))) return;
  await notifyPerson(tx, at, {
    userId: request.user_id,
    category: 'aviso',
    title: 'Viagem paga: agora é com a mala',
    body: 'Recebemos o valor inteiro do seu intercâmbio. A escola fala com você sobre o embarque.',
    path: routes.abroad.home(),
  });
}

type PaymentRow = Selectable<Schema['usa_pagamentos']>;
type Bill = Pick<
  Selectable<Schema['parcelas']>,
  'id' | 'company_id' | 'numero' | 'vencimento' | 'valor_centavos' | 'status'
>;
type Charge = Selectable<Schema['charges']>;

/** A payment with its valid bills. The bills of an earlier method were cancelled. */
interface Plan {
  payment: PaymentRow;
  bills: Bill[];
}

export async function readPlan(db: Db, requestId: number): Promise<Plan | null> {
  const payment = await db
    .selectFrom('usa_pagamentos')
    .selectAll()
    .where('request_id', '=', requestId)
    .executeTakeFirst();
  if (!payment) return null;
  const bills = await db
    .selectFrom('parcelas')
    .select(['id', 'company_id', 'numero', 'vencimento', 'valor_centavos', 'status'])
    .where('usa_pagamento_id', '=', payment.id)
    .where('status', '!=', 'cancelada')
    .orderBy('numero')
    .orderBy('id')
    .execute();
  return { payment, bills };
}

const nextBill = ({ bills }: Plan): Bill | undefined => bills.find(({ status }) => status === 'aberta');

/** The valid Pix code of the next bill. Reading does not create a code. */
export async function openPixOf(db: Db, plan: Plan, now: Date): Promise<Charge | undefined> {
  const bill = nextBill(plan);
  if (!bill || plan.payment.forma !== 'pix') return undefined;
  return db
    .selectFrom('charges')
    .innerJoin('charge_items', 'charge_items.charge_id', 'charges.id')
    .selectAll('charges')
    .where('charge_items.parcela_id', '=', bill.id)
    .where('charges.forma', '=', 'pix')
    .where('charges.status', '=', 'ativa')
    .where('charges.expira_em', '>', now.toISOString())
    .orderBy('charges.id', 'desc')
    .executeTakeFirst();
}

function statusOf({ payment, bills }: Plan): UsaPayment['status'] {
  if (payment.forma === 'cambio') return payment.pago_em === null ? 'aberto' : 'pago';
  const paid = bills.filter(({ status }) => status === 'paga').length;
  if (bills.length > 0 && paid === bills.length) return 'pago';
  return paid > 0 ? 'parcial' : 'aberto';
}

/** @param charge the valid Pix code of the next bill, if there is one. */
export async function presentUsaPayment(school: School, plan: Plan, charge: Charge | undefined): Promise<UsaPayment> {
  const { payment, bills } = plan;
  const bill = nextBill(plan);
  return {
    id: payment.id,
    request_id: payment.request_id,
    forma: payment.forma,
    parcelas: bills.map(({ id, numero, vencimento, valor_centavos, status }) => ({
      numero,
      vencimento,
      valor_centavos,
      status,
      parcela_id: id,
    })),
    total_centavos: payment.total_centavos,
    moeda: payment.moeda,
    total_minor: payment.total_minor,
    status: statusOf(plan),
    cobranca: charge && bill ? presentPix(charge, bill.id, await receiverOf(school, charge), school.now()) : null,
  };
}
