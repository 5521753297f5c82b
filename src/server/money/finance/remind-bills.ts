import { formatDay } from '#lib/format/dates.ts';
import { officeMessages } from '#lib/words/finance-office.ts';
import { audit } from '../../core/http/audit.ts';
import type { Ctx } from '../../core/http/ctx.ts';
import { type EachAnswer, onceForEach } from '../../core/http/once-each.ts';
import { conflict } from '../../core/http/refusal.ts';
import { amountDue, lateFeeBasisOf } from './amount-due.ts';
import { notifyOfChange, refuseQuoted } from './payer.ts';
import { refuseClosed } from './pix.ts';
import { statusOf } from './present.ts';
import { holdBills } from './queries.ts';
import { billInReach } from './school-bills.ts';

const ACTION = 'bill-remind';

/**
 * Reminds the payers of some open bills; each is done or refused separately. At most one reminder of a bill a day.
 *
 * @throws Refusal as `onceForEach`: 404 for a bill out of reach; 409 for a closed or held one, for a second reminder on a day,
 *   and if the payer switched off notices about bills
 */
export const remindBills = (ctx: Ctx, input: { ids: number[] }): Promise<EachAnswer> =>
  onceForEach<never>(ctx, ACTION, input, async (tx, id) => {
    // Locked before the log is read, so that two clerks at once remind once.
    await holdBills(tx, (await billInReach(tx, ctx.reach, id)).user_id, [id]);
    const bill = await billInReach(tx, ctx.reach, id);
    refuseQuoted(bill);
    refuseClosed([bill]);
    const basis = await lateFeeBasisOf(ctx, tx, bill.company_id, ctx.now());
    const { total } = amountDue(bill, basis);
    if (total <= 0) throw conflict(officeMessages.nothingDue, 'nothing_due');
    const today = await tx
      .selectFrom('bill_reminders')
      .select('id')
      .where('parcela_id', '=', id)
      .where('dia', '=', basis.today)
      .executeTakeFirst();
    if (today) throw conflict(officeMessages.remindedToday, 'reminded');
    const isReached = await notifyOfChange(
      ctx,
      tx,
      bill,
      officeMessages.notices.reminder(statusOf(bill, basis) === 'vencida', bill.vencimento, total),
    );
    if (!isReached) throw conflict(officeMessages.switchedOff(bill.aluno), 'switched_off');
    const { vencimento } = bill;
    await tx
      .insertInto('bill_reminders')
      .values({ parcela_id: id, vencimento, dia: basis.today, created_at: ctx.now().toISOString() })
      .execute();
    await audit({ ...ctx, db: tx }, ACTION, `bill:${id}`, {
      about: bill.user_id,
      depois: { vencimento: formatDay(vencimento) },
    });
    return null;
  });
