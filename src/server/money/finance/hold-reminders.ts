import { formatDay } from '#lib/format/dates.ts';
import { shiftDay } from '#lib/rules/time/days.ts';
import { reminderMessages } from '#lib/words/finance-reminders.ts';
import type { Db } from '../../core/db/connection.ts';
import { holdPeople } from '../../core/db/locking.ts';
import { audit, type Values } from '../../core/http/audit.ts';
import type { Ctx } from '../../core/http/ctx.ts';
import { type EachAnswer, onceForEach } from '../../core/http/once-each.ts';
import { invalid } from '../../core/http/refusal.ts';
import { readUndoToken } from '../../core/http/undo.ts';
import { lateFeeBasisOf } from './amount-due.ts';
import { endReminders } from './end-reminders.ts';
import { refuseQuoted } from './payer.ts';
import { endDebits, refuseClosed } from './pix.ts';
import { holdBills } from './queries.ts';
import { billInReach, type SchoolBillRow } from './school-bills.ts';

const CALL = 'reminders-hold';
const LONGEST_PROMISE = 90;
const LONGEST_PAUSE = 730;

interface Pause {
  ate: string | null;
  motivo: string;
}

/** The previous state of an action: the promise of a bill, or the pause of its person. */
type Before = { id: number } & (
  | { was: string | null; now: string | null }
  | { wasPaused: Pause | null; nowPaused: Pause | null }
);

/**
 * Sets or removes the day until which the payer promised to pay some bills: no reminders are sent until then.
 *
 * @throws Refusal as `onceForEach`: 404 out of reach, 409 for a closed bill, 422 for a past or distant day
 */
export const promiseBills = (ctx: Ctx, input: { ids: number[]; prometida_para: string | null }): Promise<EachAnswer> =>
  onceForEach<Before>(ctx, CALL, input, async (tx, id) => {
    const bill = await heldBill(ctx, tx, id);
    refuseQuoted(bill);
    refuseClosed([bill]);
    const { prometida_para: day } = input;
    await requireAhead(ctx, tx, bill, 'prometida_para', day, LONGEST_PROMISE);
    if (bill.prometida_para === day) return null;
    await setPromise(ctx, tx, bill, day);
    return { id, was: bill.prometida_para, now: day };
  });

/**
 * Pauses or resumes the automatic reminders of some bills' people. A clerk can still remind them.
 *
 * @param input `ate`: the last day; null: without end
 * @throws Refusal as `onceForEach`: 404 out of reach, 422 for a past day, and without a reason
 */
export const pauseReminders = (
  ctx: Ctx,
  input: { ids: number[]; pausar: boolean; ate?: string | null | undefined; motivo?: string | null | undefined },
): Promise<EachAnswer> =>
  onceForEach<Before>(ctx, CALL, input, async (tx, id) => {
    const bill = await heldBill(ctx, tx, id);
    const ate = input.ate ?? null;
    if (input.pausar && !input.motivo) throw invalid(reminderMessages.reason, { motivo: reminderMessages.reason });
    const pause = input.pausar && input.motivo ? { ate, motivo: input.motivo } : null;
    if (pause) await requireAhead(ctx, tx, bill, 'ate', ate, LONGEST_PAUSE);
    const known = await pauseOf(tx, bill.user_id);
    if (isSame(known, pause)) return null;
    await setPause(ctx, tx, bill, known, pause);
    return { id, wasPaused: known, nowPaused: pause };
  });

/** Undoes the sender's promises and pauses of the last minute, unless another person changed them since. */
export async function undoReminderHolds(ctx: Ctx, token: string) {
  const before = readUndoToken<Before[]>(ctx, CALL, token);
  return ctx.db.transaction().execute(async (tx) => {
    const ids: number[] = [];
    for (const each of before) {
      const bill = await heldBill(ctx, tx, each.id);
      if ('was' in each) {
        if (bill.prometida_para !== each.now) continue;
        await setPromise(ctx, tx, bill, each.was);
      } else {
        const known = await pauseOf(tx, bill.user_id);
        if (!isSame(known, each.nowPaused)) continue;
        await setPause(ctx, tx, bill, known, each.wasPaused);
      }
      ids.push(each.id);
    }
    return { ids };
  });
}

/** A bill in reach; its person is locked first, then the bill, the lock order of actions on both. */
async function heldBill(ctx: Ctx, tx: Db, id: number): Promise<SchoolBillRow> {
  const { user_id } = await billInReach(tx, ctx.reach, id);
  await holdPeople(tx, [user_id]);
  await holdBills(tx, user_id, [id]);
  return billInReach(tx, ctx.reach, id);
}

async function requireAhead(
  ctx: Ctx,
  tx: Db,
  { company_id }: SchoolBillRow,
  field: string,
  day: string | null,
  longest: number,
): Promise<void> {
  const { today } = await lateFeeBasisOf(ctx, tx, company_id, ctx.now());
  if (day === null || (day >= today && day <= shiftDay(today, longest))) return;
  throw invalid(reminderMessages.ahead(longest), { [field]: reminderMessages.ahead(longest) });
}

async function setPromise(ctx: Ctx, tx: Db, bill: SchoolBillRow, day: string | null): Promise<void> {
  const { id, user_id, prometida_para } = bill;
  await tx.updateTable('parcelas').set({ prometida_para: day }).where('id', '=', id).execute();
  if (day) await endReminders(tx, [id], ctx.now());
  if (day) await endDebits(tx, [id]);
  await audit({ ...ctx, db: tx }, day ? 'bill-promise' : 'bill-promise-off', `bill:${id}`, {
    about: user_id,
    antes: { prometida_para: prometida_para && formatDay(prometida_para) },
    depois: { prometida_para: day && formatDay(day) },
  });
}

const pauseOf = async (tx: Db, userId: number): Promise<Pause | null> =>
  (await tx.selectFrom('reminder_pauses').select(['ate', 'motivo']).where('user_id', '=', userId).executeTakeFirst()) ??
  null;

const isSame = (a: Pause | null, b: Pause | null): boolean => a?.ate === b?.ate && a?.motivo === b?.motivo;

async function setPause(
  ctx: Ctx,
  tx: Db,
  { id, user_id }: SchoolBillRow,
  known: Pause | null,
  pause: Pause | null,
): Promise<void> {
  await tx.deleteFrom('reminder_pauses').where('user_id', '=', user_id).execute();
  if (pause) {
    const por = { created_at: ctx.now().toISOString(), por_user_id: ctx.session.userId };
    await tx
      .insertInto('reminder_pauses')
      .values({ user_id, ...pause, ...por })
      .execute();
    await endReminders(tx, [id], ctx.now(), true);
  }
  await audit({ ...ctx, db: tx }, pause ? 'reminders-pause' : 'reminders-resume', `bill:${id}`, {
    about: user_id,
    antes: logged(known),
    depois: logged(pause),
  });
}

const logged = (pause: Pause | null): Values =>
  pause ? { pausa_ate: pause.ate ? formatDay(pause.ate) : reminderMessages.forEver, motivo: pause.motivo } : {};
