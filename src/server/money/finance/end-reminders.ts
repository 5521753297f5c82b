import { DAY_MS } from '#lib/rules/time/spans.ts';
import type { Db } from '../../core/db/connection.ts';
import { guardianAccounts } from '../../messages/inbox/guardian-accounts.ts';
import { keyOf } from '../../messages/inbox/notify.ts';

export const REMINDER_KIND = 'parcela_lembrete';

/** Max. time that a message waits to be sent. */
const MAX_WAIT_DAYS = 30;

/** The subject of a person's only reminder of a day. */
export const reminderOfDay = (userId: number, dia: string) => `${userId}:${dia}`;

/**
 * Ends queued messages about these bills, if none of a message's bills has to be paid as the message says: they are closed,
 * promised, paused or due on another day by now.
 *
 * @param isPaused their people get no reminders at all
 */
export async function endReminders(tx: Db, billIds: readonly number[], at: Date, isPaused = false): Promise<void> {
  if (billIds.length === 0) return;
  const since = new Date(at.getTime() - MAX_WAIT_DAYS * DAY_MS).toISOString().slice(0, 'YYYY-MM-DD'.length);
  const sent = await tx
    .selectFrom('bill_reminders as sent')
    .innerJoin('parcelas', 'parcelas.id', 'sent.parcela_id')
    .innerJoin('users', 'users.id', 'parcelas.user_id')
    .select(['users.id', 'users.birth_date', 'users.guardian', 'sent.dia'])
    .where(({ eb, selectFrom }) =>
      isPaused
        ? eb(
            'parcelas.user_id',
            'in',
            selectFrom('parcelas as paused')
              .select('paused.user_id')
              .where('paused.id', 'in', [...billIds]),
          )
        : eb('sent.parcela_id', 'in', [...billIds]),
    )
    .where('sent.passo', 'is not', null)
    .where('sent.dia', '>=', since)
    .groupBy(['users.id', 'users.birth_date', 'users.guardian', 'sent.dia'])
    .execute();
  for (const { dia, ...owner } of sent) {
    if (!isPaused && (await isToPay(tx, owner.id, dia))) continue;
    const key = keyOf(REMINDER_KIND, reminderOfDay(owner.id, dia));
    const accounts = await guardianAccounts(tx, [{ owner, today: dia }]);
    await tx
      .updateTable('deliveries')
      .set(({ eb }) => ({
        status: eb
          .case()
          .when('status', '=', 'na_fila')
          .then('cancelada' as const)
          .else(eb.ref('status'))
          .end(),
        at: eb.case().when('status', '=', 'na_fila').then(at.toISOString()).else(eb.ref('at')).end(),
        // Then an undelivered WhatsApp message has no fallback either.
        fallback_at: null,
      }))
      .where(({ or, eb }) => or([eb('status', '=', 'na_fila'), eb('fallback_at', 'is not', null)]))
      .where(({ or, eb, selectFrom }) =>
        or([
          eb('key', '=', key),
          eb(
            'notice_id',
            'in',
            selectFrom('notices')
              .select('notices.id')
              .where('chave', '=', key)
              .where('user_id', 'in', [owner.id, ...accounts.values()]),
          ),
        ]),
      )
      .execute();
  }
}

/** Ends queued reminders of a blocked person. */
export async function endRemindersOf(tx: Db, userId: number, at: Date): Promise<void> {
  const bill = await tx.selectFrom('parcelas').select('id').where('user_id', '=', userId).limit(1).executeTakeFirst();
  if (bill) await endReminders(tx, [bill.id], at, true);
}

/** Whether a bill of a message is still to be paid. */
const isToPay = async (tx: Db, userId: number, dia: string): Promise<boolean> =>
  (await tx
    .selectFrom('bill_reminders as sent')
    .innerJoin('parcelas', 'parcelas.id', 'sent.parcela_id')
    .select('sent.id')
    .where('parcelas.user_id', '=', userId)
    .where('parcelas.status', '=', 'aberta')
    .whereRef('parcelas.vencimento', '=', 'sent.vencimento')
    .where('sent.dia', '=', dia)
    .where('sent.passo', 'is not', null)
    .where(({ or, eb }) => or([eb('parcelas.prometida_para', 'is', null), eb('parcelas.prometida_para', '<', dia)]))
    .executeTakeFirst()) !== undefined;
