import { formatDay } from '#lib/format/dates.ts';
import { formatMoney } from '#lib/format/money.ts';
import { financeMessages } from '#lib/words/finance.ts';
import { officeMessages } from '#lib/words/finance-office.ts';
import { audit, type Values } from '../../core/http/audit.ts';
import type { Ctx, Db } from '../../core/http/ctx.ts';
import { once } from '../../core/http/once.ts';
import { conflict } from '../../core/http/refusal.ts';
import { amountDue } from './amount-due.ts';
import { purposeOf } from './bill-kinds.ts';
import type { LateFeeBasis } from './late-fee.ts';
import { type BillRow, holdBills, parcelaById } from './queries.ts';
import { billInReach } from './school-bills.ts';
import { lateFeeBasisOf } from './school-day.ts';

/** A bill that an act of the office holds. */
export interface HeldBill {
  bill: BillRow;
  basis: LateFeeBasis;
}

interface Act {
  id: number;
  /** The word in the log. */
  action: string;
  /** What makes the intent: the body. */
  parts: object;
  motivo?: string;
  /** Also for bills of a sale. */
  ofSales?: true;
}

/**
 * Runs one act of the office on a bill, once for each intent: finds the bill within reach, holds it, changes it and
 * writes the log with the values before and after.
 *
 * @param change what happens; it returns the sentence for the staff.
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
    const antes = saidOf(bill, basis);
    const detail = await change(tx, { bill, basis });
    const changed = saidOf((await parcelaById(tx, id)) as BillRow, basis);
    const depois = motivo ? { ...changed, motivo } : changed;
    await audit({ ...ctx, db: tx }, action, `bill:${id}`, { about: userId, antes, depois });
    return { id, detail };
  });
}

/** What the log says of a bill. */
function saidOf(bill: BillRow, basis: LateFeeBasis): Values {
  return {
    status: officeMessages.billStates[bill.status],
    vencimento: formatDay(bill.vencimento),
    abatimento: formatMoney(bill.abatimento_centavos),
    sem_encargos: bill.sem_encargos,
    total: formatMoney(amountDue(bill, basis).total),
    forma: bill.forma && (financeMessages.ways[bill.forma] ?? bill.forma),
  };
}

/** What the staff saw must still be so. @throws Refusal 409 `other_total` */
export function requireSeen(seen: number, total: number): void {
  if (seen !== total) throw conflict(officeMessages.otherTotal(total), 'other_total');
}
