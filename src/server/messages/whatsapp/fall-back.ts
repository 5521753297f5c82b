import { oneByOne } from '../../core/db/in-batches.ts';
import type { School } from '../../core/http/ctx.ts';
import { queueMailsAndInbox, queuePushes } from '../devices/queue-deliveries.ts';

const AT_ONCE = 50;

/**
 * Who was not reached by WhatsApp in time is notified as without it: by push, and by mail of what presses where there is no device.
 * Each once. What waits for a number that is held is not sent later.
 */
export async function fallBack(school: School): Promise<void> {
  const at = school.now().toISOString();
  const due = await school.db
    .selectFrom('deliveries')
    .select('id')
    .where('fallback_at', '<=', at)
    .orderBy('fallback_at')
    .orderBy('id')
    .limit(AT_ONCE)
    .execute();
  await oneByOne(school.log, due, { job: 'sendWhatsapp', idOf: ({ id }) => id }, ({ id }) =>
    notifyOtherwise(school, id),
  );
  if (due.length > 0) school.wakeSender();
  if (due.length === AT_ONCE) school.wake();
}

async function notifyOtherwise({ db, now }: School, id: number): Promise<void> {
  const instant = now();
  const at = instant.toISOString();
  await db.transaction().execute(async (tx) => {
    const row = await tx
      .updateTable('deliveries')
      .set(({ eb }) => ({
        fallback_at: null,
        status: eb
          .case()
          .when('status', '=', 'na_fila')
          .then('expirada' as const)
          .else(eb.ref('status'))
          .end(),
        reason: eb.case().when('status', '=', 'na_fila').then('slow').else(eb.ref('reason')).end(),
      }))
      .where('id', '=', id)
      .where('fallback_at', '<=', at)
      // What is on its way ends first.
      .where('claimed_until', 'is', null)
      .returning(['user_id', 'notice_id', 'pressing', 'expires_at', 'status'])
      .executeTakeFirst();
    if (!row || row.notice_id === null || row.status === 'cancelada') return;
    if (row.expires_at !== null && row.expires_at <= at) return;
    const { user_id, notice_id, pressing, expires_at } = row;
    const isRead = await tx
      .selectFrom('notices')
      .select('id')
      .where('id', '=', notice_id)
      .where('read_at', 'is not', null)
      .executeTakeFirst();
    if (isRead) return;
    const push = { user_id, notice_id, kind: 'aviso' as const, due_at: at, pressing: Boolean(pressing), expires_at };
    const devices = await queuePushes(tx, instant, [push]);
    if (devices.length > 0 || !pressing) return;
    const hasMail = await tx
      .selectFrom('deliveries')
      .select('id')
      .where('notice_id', '=', notice_id)
      .where('target', '=', 'mail')
      .executeTakeFirst();
    const noMail = await tx
      .selectFrom('notification_preferences')
      .select('user_id')
      .where('user_id', '=', user_id)
      .where('category', '=', 'email')
      .where('enabled', '=', false)
      .executeTakeFirst();
    if (hasMail || noMail) return;
    await queueMailsAndInbox(tx, instant, [{ user_id, notice_id, kind: 'aviso', target: 'mail', due_at: at }]);
  });
}
