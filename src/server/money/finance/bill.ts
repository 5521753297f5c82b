import { formatDay } from '#lib/format/dates.ts';
import { formatMoney } from '#lib/format/money.ts';
import { shiftDay } from '#lib/rules/time/days.ts';
import { financeMessages } from '#lib/words/finance.ts';
import { officeMessages } from '#lib/words/finance-office.ts';
import type { Db } from '../../core/db/connection.ts';
import { audit, type Values } from '../../core/http/audit.ts';
import type { Ctx, School } from '../../core/http/ctx.ts';
import { once } from '../../core/http/once.ts';
import { requireReauthenticationAbove } from '../../core/http/reauthentication.ts';
import { conflict, invalid } from '../../core/http/refusal.ts';
import { amountDue, type LateFeeBasis, lateFeeBasisOf } from './amount-due.ts';
import { bankDayBefore } from './bank-days.ts';
import { purposeOf } from './bill-kinds.ts';
import { endReminders } from './end-reminders.ts';
import { notifyOfChange } from './payer.ts';
import { endDebits, endOtherCodes, refuseClosed } from './pix.ts';
import { type BillRow, holdBills, parcelaById } from './queries.ts';
import { askRefund, netPaymentsOf } from './refund.ts';
import { billInReach } from './school-bills.ts';

const TWO_YEARS = 730;

interface Discount {
  abatimento_centavos: number;
  sem_encargos: boolean;
  motivo: string;
}

/** Sets the office's discount of an open bill and the waiver of fine and interest. Payment codes of the old amount end. */
export const discountBill = (ctx: Ctx, id: number, body: Discount) =>
  actOnBill(ctx, { id, action: 'bill-discount', parts: body, motivo: body.motivo }, async (tx, { bill, basis }) => {
    refuseClosed([bill]);
    const { motivo: _motivo, ...terms } = body;
    if (bill.abatimento_centavos === terms.abatimento_centavos && bill.sem_encargos === terms.sem_encargos) {
      throw conflict(officeMessages.nothingChanged, 'nothing_changed');
    }
    const { total } = amountDue({ ...bill, ...terms }, basis);
    if (total <= 0) throw invalid(officeMessages.nothingLeft, { abatimento_centavos: officeMessages.nothingLeft });
    // Everything that the office has reduced on this bill, so that small steps count together.
    const full = amountDue({ ...bill, abatimento_centavos: 0, sem_encargos: false }, basis).total;
    if (total < amountDue(bill, basis).total) await requireReauthenticationAbove(ctx, tx, { centavos: full - total });
    await tx.updateTable('parcelas').set(terms).where('id', '=', id).execute();
    await endOtherCodes(tx, null, [id]);
    const { abatimento_centavos, sem_encargos } = terms;
    await notifyOfChange(ctx, tx, bill, officeMessages.notices.discount(abatimento_centavos, sem_encargos, total));
    return officeMessages.done.discount;
  });

/** Sets another due day of an open bill, from today on. Payment codes of the old amount end. */
export const moveDueDay = (ctx: Ctx, id: number, body: { vencimento: string; motivo: string }) =>
  actOnBill(ctx, { id, action: 'bill-due-day', parts: body, motivo: body.motivo }, async (tx, { bill, basis }) => {
    refuseClosed([bill]);
    const { vencimento } = body;
    if (vencimento < basis.today || vencimento > shiftDay(basis.today, TWO_YEARS)) {
      throw invalid(officeMessages.dueInPast, { vencimento: officeMessages.dueInPast });
    }
    if (vencimento === bill.vencimento) throw conflict(officeMessages.nothingChanged, 'nothing_changed');
    // Fine and interest of the old due day end, and the discount for paying in time returns.
    const reduction = amountDue(bill, basis).total - amountDue({ ...bill, vencimento }, basis).total;
    if (reduction > 0) await requireReauthenticationAbove(ctx, tx, { centavos: reduction });
    await tx.updateTable('parcelas').set({ vencimento }).where('id', '=', id).execute();
    await endOtherCodes(tx, null, [id]);
    await endReminders(tx, [id], ctx.now());
    await notifyOfChange(ctx, tx, bill, officeMessages.notices.dueDay(vencimento));
    return officeMessages.done.dueDay;
  });

/** Cancels an open bill. Money that still arrives by an old code is returned. */
export const cancelSchoolBill = (ctx: Ctx, id: number, body: { motivo: string }) =>
  actOnBill(ctx, { id, action: 'bill-cancel', parts: body, motivo: body.motivo }, async (tx, { bill, basis }) => {
    refuseClosed([bill]);
    // Earlier partial payments are returned.
    const centavos = amountDue(bill, basis).total + bill.pago_parcial_centavos;
    await requireReauthenticationAbove(ctx, tx, { centavos });
    await cancelBill(tx, id, ctx.now());
    await notifyOfChange(ctx, tx, bill, officeMessages.notices.cancelled(bill.pago_parcial_centavos));
    return officeMessages.done.cancelled;
  });

/**
 * Cancels a bill that nobody is paying. Its valid Pix codes end, and money that still arrives is returned. So are earlier partial
 * payments.
 *
 * @returns false when it is paid, being paid by card, or already cancelled.
 */
export async function cancelBill(tx: Db, parcelaId: number, at: Date): Promise<boolean> {
  const part = await replaceBill(tx, parcelaId);
  if (part === null) return false;
  await endReminders(tx, [parcelaId], at);
  if (part === 0) return true;
  await tx.updateTable('parcelas').set({ pago_parcial_centavos: 0 }).where('id', '=', parcelaId).execute();
  for (const { chargeId, centavos } of await netPaymentsOf(tx, parcelaId)) {
    await askRefund(tx, { chargeId, parcelaId, centavos, motivo: 'ja_cancelado' }, at);
  }
  return true;
}

/**
 * Cancels a bill whose rest is transferred to other bills: earlier partial payments count for them.
 *
 * @returns the partial payments of the bill; null when it was not cancelled.
 */
export async function replaceBill(tx: Db, parcelaId: number): Promise<number | null> {
  const cancelled = await tx
    .updateTable('parcelas')
    .set({ status: 'cancelada' })
    .where('id', '=', parcelaId)
    .where('status', '=', 'aberta')
    .returning('pago_parcial_centavos')
    .executeTakeFirst();
  if (!cancelled) return null;
  await endOtherCodes(tx, null, [parcelaId]);
  return cancelled.pago_parcial_centavos;
}

/** Locks the future unpaid bills of a course at a unit until the transaction ends. */
async function holdBillsAhead({ config, now }: Pick<School, 'config' | 'now'>, tx: Db, userId: number, unitId: number) {
  const basis = await lateFeeBasisOf({ config }, tx, unitId, now());
  const ahead = await billsAhead(tx, userId, unitId, basis).select('id').execute();
  const held = await holdBills(
    tx,
    userId,
    ahead.map(({ id }) => id),
  );
  return held.filter(({ status }) => status === 'aberta' || status === 'em_processamento');
}

/** @param basis of the unit */
export const billsAhead = (db: Db, userId: number, unitId: number, { today, calendar }: LateFeeBasis) =>
  db
    .selectFrom('parcelas')
    .where('user_id', '=', userId)
    .where('company_id', '=', unitId)
    .where('status', 'in', ['aberta', 'em_processamento'])
    .where('vencimento', '>', bankDayBefore(today, calendar))
    .where('pedido_id', 'is', null)
    .where('cambio_id', 'is', null)
    .where('usa_pagamento_id', 'is', null);

/**
 * Moves the future bills of a course from one unit to another, inside the transaction that moves the student. Paid, partly paid
 * and late bills and those of a sale stay (0110): their money was received there.
 *
 * @returns how many
 */
export async function moveBills(
  school: Pick<School, 'config' | 'now'>,
  tx: Db,
  userId: number,
  { from, to }: { from: number; to: number },
): Promise<number> {
  const ahead = await holdBillsAhead(school, tx, userId, from);
  const unpaid = ahead.filter(({ pago_parcial_centavos }) => pago_parcial_centavos === 0);
  // A debit would pay the former unit.
  if (unpaid.length > 0)
    await endDebits(
      tx,
      unpaid.map(({ id }) => id),
    );
  for (const { id } of unpaid) await tx.updateTable('parcelas').set({ company_id: to }).where('id', '=', id).execute();
  return unpaid.length;
}

/**
 * Cancels the future bills of a course that ends, inside the transaction that ends it. Late bills, bills being paid and those of
 * a sale stay.
 *
 * @returns the ids of the cancelled bills, and their total
 */
export async function cancelBillsAhead(
  school: Pick<School, 'config' | 'now'>,
  tx: Db,
  userId: number,
  unitId: number,
): Promise<{ ids: number[]; centavos: number }> {
  const basis = await lateFeeBasisOf(school, tx, unitId, school.now());
  const ids: number[] = [];
  let centavos = 0;
  for (const bill of await holdBillsAhead(school, tx, userId, unitId)) {
    if (!(await cancelBill(tx, bill.id, school.now()))) continue;
    ids.push(bill.id);
    centavos += amountDue(bill, basis).total;
  }
  return { ids, centavos };
}

/** Reopens bills that were cancelled by the end of a course. @returns the ids of those that are open now */
export async function reopenBills(tx: Db, userId: number, ids: readonly number[]): Promise<number[]> {
  if (ids.length === 0) return [];
  await holdBills(tx, userId, ids);
  const rows = await tx
    .updateTable('parcelas')
    .set({ status: 'aberta' })
    .where('id', 'in', ids)
    .where('status', '=', 'cancelada')
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** A bill locked for an action of the office. */
export interface HeldBill {
  bill: BillRow;
  basis: LateFeeBasis;
}

interface Act {
  id: number;
  /** The action in the log. */
  action: string;
  /** The parts of the intent: the body. */
  parts: object;
  motivo?: string;
  /** Allowed for bills of a sale too. */
  ofSales?: true;
}

/**
 * Runs one action of the office on a bill, once for each intent: finds the bill within reach, locks it, changes it and writes the
 * log with the values before and after.
 *
 * @param change makes the change and returns the sentence for the staff.
 * @throws Refusal 403, 404 out of reach, 409 for a bill of a sale; and the refusals of `change`.
 */
export async function actOnBill(
  ctx: Ctx,
  { id, action, parts, motivo, ofSales }: Act,
  change: (tx: Db, held: HeldBill) => Promise<string>,
): Promise<{ id: number; detail: string }> {
  return once(ctx, `${action} ${id}`, parts, async (tx) => {
    const { user_id: userId } = await billInReach(tx, ctx.reach, id);
    await holdBills(tx, userId, [id]);
    const bill = (await parcelaById(tx, id)) as BillRow;
    if (!ofSales && purposeOf(bill)) throw conflict(officeMessages.onlyOfCourse, 'of_sale');
    const basis = await lateFeeBasisOf(ctx, tx, bill.company_id, ctx.now());
    const antes = auditValues(bill, basis);
    const detail = await change(tx, { bill, basis });
    const changed = auditValues((await parcelaById(tx, id)) as BillRow, basis);
    const depois = motivo ? { ...changed, motivo } : changed;
    await audit({ ...ctx, db: tx }, action, `bill:${id}`, { about: userId, antes, depois });
    return { id, detail };
  });
}

/** The values of a bill in the log. */
function auditValues(bill: BillRow, basis: LateFeeBasis): Values {
  return {
    status: officeMessages.billStates[bill.status],
    vencimento: formatDay(bill.vencimento),
    abatimento: formatMoney(bill.abatimento_centavos),
    sem_encargos: bill.sem_encargos,
    total: formatMoney(amountDue(bill, basis).total),
    forma: bill.forma && (financeMessages.methods[bill.forma] ?? bill.forma),
  };
}

/** Refuses if the amount differs from the one that the staff saw. @throws Refusal 409 `other_total` */
export function requireSeen(seen: number, total: number): void {
  if (seen !== total) throw conflict(officeMessages.otherTotal(total), 'other_total');
}
