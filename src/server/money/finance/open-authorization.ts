import { randomBytes } from 'node:crypto';
import { isMinor } from '#lib/rules/account/birth-date.ts';
import { shiftDay } from '#lib/rules/time/days.ts';
import { MINUTE_MS } from '#lib/rules/time/spans.ts';
import { financeMessages } from '#lib/words/finance.ts';
import { automaticMessages } from '#lib/words/finance-automatic.ts';
import type { Db } from '../../core/db/connection.ts';
import type { Ctx } from '../../core/http/ctx.ts';
import { conflict, notFound } from '../../core/http/refusal.ts';
import { type AuthorizationOrder, OrderRefused, type PaymentProvider } from '../../core/ports/payments/provider.ts';
import { openAccount, openAccounts } from './accounts.ts';
import { amountDue, type LateFeeBasis, lateFeeBasisOf, payableUntil } from './amount-due.ts';
import { type AuthorizationRow, endAuthorization, holdContractBills, RUNNING } from './authorization-state.ts';
import { purposeOf } from './bill-kinds.ts';
import { activateCharge, insertCharge, itemOf, presentPix } from './charge.ts';
import { isInTime } from './debit-days.ts';
import { type Dependent, dependentsOf, isOf } from './dependents.ts';
import { openDebits, refuseOtherMethods } from './live-boletos.ts';
import { endOtherCodes, payerOfCharge } from './pix.ts';
import { type BillRow, bills, type ChargeRow, chargeById, itemsOf, type ParcelaRow } from './queries.ts';

const CODE_MS = 30 * MINUTE_MS;
/** Max. days by which bills may still be postponed. */
const DAYS_MORE = 60;

/** The account of a unit, if it offers debits. */
async function automaticAccount(ctx: Ctx, unitId: number): Promise<PaymentProvider | null> {
  const row = await openAccounts(ctx.db)
    .where('company_id', '=', unitId)
    .where('pix_automatico', '=', true)
    .executeTakeFirst();
  const provider = row ? openAccount(ctx, row) : null;
  return provider?.automatic ? provider : null;
}

/** The effect of an authorization of these open bills of a contract, the earliest due first. */
function planOf(open: readonly ParcelaRow[], basis: LateFeeBasis) {
  const [first, ...others] = open;
  const later = others.filter((bill) => isInTime(payableUntil(bill, basis.calendar), basis.today, basis.calendar));
  const [next] = later;
  const last = later.at(-1);
  return first && next && last ? { first, next, last, count: later.length } : null;
}

/**
 * The authorizations that the user may give or has given: for own contracts, and for those of each child. Units that do not offer
 * them are left out.
 */
export async function listPixAuthorizations(ctx: Ctx) {
  const { db, session } = ctx;
  const dependents = await dependentsOf(ctx);
  const names = new Map(dependents.map(({ id, full_name }) => [id, full_name]));
  const people = [session.userId, ...names.keys()];
  const [open, known] = await Promise.all([
    openCourseBills(db, people),
    db.selectFrom('pix_authorizations').selectAll().where('user_id', 'in', people).orderBy('id').execute(),
  ]);
  const pays = payerFilter(ctx, dependents);
  const groups = Map.groupBy(open, ({ contrato_id, company_id }) => `${contrato_id}-${company_id}`);
  const all = [...groups].map(async ([de, rows]) => {
    const [oldest] = rows;
    if (!oldest || oldest.company_id === null) return [];
    const basis = await lateFeeBasisOf(ctx, db, oldest.company_id, ctx.now());
    if (!pays(oldest, basis.today)) return [];
    const row = known.findLast((each) => `${each.contrato_id}-${each.company_id}` === de);
    const isRunning = row !== undefined && RUNNING.some((each) => each === row.status);
    const plan = planOf(rows, basis);
    const isOffered = plan !== null && (await automaticAccount(ctx, oldest.company_id)) !== null;
    if (!isRunning && !isOffered) return [];
    const costOf = (bill: ParcelaRow, today = basis.today) => amountDue(bill, { ...basis, today }).total;
    const debits = await openDebits(
      db,
      rows.map(({ id }) => id),
    );
    const first = rows.find(({ id }) => debits.has(id));
    const ahead = rows.find((bill) => isInTime(payableUntil(bill, basis.calendar), basis.today, basis.calendar));
    const shown = isRunning ? (first ?? ahead) : plan?.next;
    const debit = first && debits.get(first.id);
    const day = shown && (debit?.debito_dia ?? payableUntil(shown, basis.calendar));
    const consent = isRunning ? await chargeById(db, row.charge_id) : undefined;
    return [
      {
        ...{ de, contrato: oldest.contrato, parcela_id: oldest.id },
        /** The owner of the bills; null: the user. */
        nome: oldest.user_id === session.userId ? null : (names.get(oldest.user_id) ?? null),
        estado: isRunning ? row.status : ('oferta' as const),
        /** How the previous authorization ended. */
        antes: !isRunning && row ? { status: row.status, fim: row.fim } : null,
        desde: row?.ativa_em ?? null,
        /** Its code is paid, and the bank has not confirmed it yet. */
        pago: consent?.status === 'paga',
        /** The bill that the code pays now. */
        primeira: { descricao: oldest.descricao, centavos: costOf(oldest) },
        /** The next debit. */
        proxima:
          shown && day
            ? { descricao: shown.descricao, dia: day, centavos: debit?.valor_centavos ?? costOf(shown, day) }
            : null,
        quantas: plan?.count ?? 0,
      },
    ];
  });
  return (await Promise.all(all)).flat();
}

/** Whether the user may let a bank pay a bill: own ones, unless a minor, and those of dependents. */
function payerFilter({ session }: Ctx, dependents: readonly Dependent[]) {
  const pays = isOf(dependents);
  return (bill: ParcelaRow & { birth_date: string | null }, today: string) =>
    pays(bill) || (bill.user_id === session.userId && !isMinor(bill.birth_date, today));
}

const openCourseBills = (db: Db, people: readonly number[]) =>
  bills(db)
    .innerJoin('users', 'users.id', 'parcelas.user_id')
    .innerJoin('contratos', 'contratos.id', 'parcelas.contrato_id')
    .select(['users.birth_date', 'contratos.descricao as contrato'])
    .where('parcelas.user_id', 'in', people)
    .where('parcelas.status', '=', 'aberta')
    .where('parcelas.pedido_id', 'is', null)
    .where('parcelas.cambio_id', 'is', null)
    .where('parcelas.usa_pagamento_id', 'is', null)
    .orderBy('parcelas.vencimento')
    .orderBy('parcelas.id')
    .execute();

/**
 * Opens the authorization of a contract: a code that pays its oldest open bill now and is the consent for the others. A repeated
 * request returns the same code while it is valid.
 *
 * @throws Refusal 409 if it is not offered or exists already, 503 without the bank
 */
export async function openPixAuthorization(ctx: Ctx, bill: BillRow) {
  const unitId = bill.company_id ?? 0;
  const provider = await automaticAccount(ctx, unitId);
  const notOffered = () => conflict(automaticMessages.notOffered, 'not_offered');
  if (!provider || purposeOf(bill)) throw notOffered();
  await ctx.limits.take('pix', `user:${ctx.session.userId}`);
  const made = await ctx.db.transaction().execute(async (tx) => {
    const held = (await holdContractBills(tx, { contrato_id: bill.contrato_id, company_id: unitId })).filter(
      ({ status }) => status === 'aberta',
    );
    const at = ctx.now();
    const basis = await lateFeeBasisOf(ctx, tx, unitId, at);
    await requirePayer(ctx, tx, bill, basis.today);
    const plan = planOf(held, basis);
    const chave = `${bill.contrato_id}-${unitId}`;
    const known = await tx.selectFrom('pix_authorizations').selectAll().where('chave', '=', chave).executeTakeFirst();
    if (known?.status === 'ativa') throw conflict(automaticMessages.isActive, 'already_active');
    if (!plan) throw notOffered();
    if (known && (await chargeById(tx, known.charge_id))?.status === 'paga') {
      throw conflict(automaticMessages.awaitsBank, 'awaits_bank');
    }
    const again = known && (await livingCode(tx, known, plan.first.id, at));
    if (again) return again;
    if (known) await endAuthorization(ctx, tx, known, { status: 'encerrada', fim: 'pagador' });
    await refuseOtherMethods(tx, [plan.first], () => basis);
    await endOtherCodes(tx, null, [plan.first.id]);
    const expira_em = new Date(at.getTime() + CODE_MS).toISOString();
    const charge = await insertCharge(
      tx,
      {
        ...{ user_id: bill.user_id, forma: 'pix', provider: provider.name, parcelas: 1 },
        ...{ criada_em: at.toISOString(), expira_em },
      },
      [itemOf(plan.first.id, amountDue(plan.first, basis))],
    );
    const authorization = await tx
      .insertInto('pix_authorizations')
      .values({
        ...{ referencia: randomBytes(16).toString('hex').toUpperCase(), chave, status: 'criando' },
        ...{
          user_id: bill.user_id,
          contrato_id: bill.contrato_id,
          company_id: unitId,
          provider: provider.name,
        },
        ...{ charge_id: charge.id, aberta_por: ctx.session.userId, created_at: at.toISOString(), expira_em },
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    return { charge, authorization };
  });
  const { authorization } = made;
  const charge = made.charge.status === 'criando' ? await askForConsent(ctx, provider, made) : made.charge;
  const [item] = await itemsOf(ctx.db, charge.id);
  ctx.wake();
  return { id: authorization.id, cobranca: presentPix(charge, item?.parcela_id ?? 0, provider.receiver, ctx.now()) };
}

/** Only the payer may authorize debits. @throws Refusal 404 */
export async function requirePayer(ctx: Ctx, tx: Db, { user_id }: BillRow, today: string): Promise<void> {
  if (user_id !== ctx.session.userId) return;
  const person = await tx.selectFrom('users').select('birth_date').where('id', '=', user_id).executeTakeFirstOrThrow();
  if (isMinor(person.birth_date, today)) throw notFound(automaticMessages.notOffered);
}

/** The code of a pending authorization, if it can still be paid for this bill. */
async function livingCode(tx: Db, known: AuthorizationRow, billId: number, at: Date) {
  const charge = await chargeById(tx, known.charge_id);
  if (!charge || known.expira_em <= at.toISOString() || !['criando', 'ativa'].includes(charge.status)) return null;
  const items = await itemsOf(tx, charge.id);
  return items.some(({ parcela_id }) => parcela_id === billId) ? { charge, authorization: known } : null;
}

/** Requests the code from the provider. @throws Refusal 409 if it accepts no authorizations, 503 */
const askForConsent = (
  ctx: Ctx,
  provider: PaymentProvider,
  { charge, authorization }: { charge: ChargeRow; authorization: AuthorizationRow },
): Promise<ChargeRow> =>
  activateCharge(ctx, charge, async () => {
    const order = await orderOf(ctx, charge, authorization);
    const opened = await provider.automatic?.open(order).catch((error: unknown) => {
      if (!(error instanceof OrderRefused)) throw error;
      ctx.log.warn({ txid: charge.txid, reason: error.message }, 'the provider opens no authorization');
      return null;
    });
    if (!opened) {
      await ctx.db
        .transaction()
        .execute((tx) => endAuthorization(ctx, tx, authorization, { status: 'recusada', fim: 'banco' }));
      throw conflict(automaticMessages.refused, 'refused_by_provider');
    }
    await ctx.db
      .updateTable('pix_authorizations')
      .set({ casa_id: opened.id, status: 'pendente' })
      .where('id', '=', authorization.id)
      .where('status', '=', 'criando')
      .execute();
    return { br_code: opened.code, referencia_casa: opened.payment };
  });

async function orderOf(
  ctx: Ctx,
  charge: ChargeRow,
  { referencia, user_id, contrato_id, company_id, expira_em }: AuthorizationRow,
): Promise<AuthorizationOrder> {
  const basis = await lateFeeBasisOf(ctx, ctx.db, company_id, ctx.now());
  const open = (await openCourseBills(ctx.db, [user_id])).filter(
    (bill) => bill.contrato_id === contrato_id && bill.company_id === company_id,
  );
  const plan = planOf(open, basis);
  if (!plan) throw conflict(automaticMessages.notOffered, 'not_offered');
  return {
    reference: referencia,
    amount: charge.valor_centavos,
    highest: Math.max(...open.map(({ valor_centavos }) => valor_centavos)),
    description: financeMessages.pixDescription,
    payer: await payerOfCharge(ctx, charge),
    expiresAt: new Date(expira_em),
    from: payableUntil(plan.next, basis.calendar),
    until: shiftDay(plan.last.vencimento, DAYS_MORE),
  };
}
