import { MINUTE_MS } from '#lib/rules/time/spans.ts';
import type { Db } from '../../core/db/connection.ts';
import { oneByOne } from '../../core/db/in-batches.ts';
import { mailsUnwanted } from '../../core/db/mails-unwanted.ts';
import type { School } from '../../core/http/ctx.ts';
import { queueMailsAndInbox, queuePushes } from '../devices/queue-deliveries.ts';

const AT_ONCE = 50;

/**
 * Notifies readers whom WhatsApp did not reach in time by the usual targets: by push, and urgent notices by mail if there is no
 * device. Each once. A message that waits for a paused number is not sent later.
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
      // A message in flight ends first.
      .where('claimed_until', 'is', null)
      .returning(['user_id', 'notice_id', 'sending_id', 'pressing', 'expires_at', 'status'])
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
    if (row.sending_id !== null)
      return messageOtherwise(tx, instant, { ...row, notice_id, sending_id: row.sending_id });
    const push = { user_id, notice_id, kind: 'aviso' as const, due_at: at, pressing: Boolean(pressing), expires_at };
    const devices = await queuePushes(tx, instant, [push]);
    if (devices.length > 0 || !pressing) return;
    const hasMail = await tx
      .selectFrom('deliveries')
      .select('id')
      .where('notice_id', '=', notice_id)
      .where('target', '=', 'mail')
      .executeTakeFirst();
    if (hasMail || !(await mayBeMailed(tx, user_id))) return;
    await queueMailsAndInbox(tx, instant, [{ user_id, notice_id, kind: 'aviso', target: 'mail', due_at: at }]);
  });
}

interface OfStaff {
  user_id: number;
  notice_id: number;
  sending_id: number;
}

/**
 * A message of staff is sent in its original text: to devices, otherwise by mail if it is also mailed. The counts are adjusted.
 */
async function messageOtherwise(tx: Db, at: Date, { user_id, notice_id, sending_id }: OfStaff): Promise<void> {
  const sending = await tx
    .selectFrom('sendings')
    .select(['audience', 'ttl_s', 'by_mail'])
    .where('id', '=', sending_id)
    .where('status', '<>', 'cancelada')
    .executeTakeFirst();
  if (!sending) return;
  const due_at = at.toISOString();
  const expires_at = new Date(at.getTime() + Math.max(sending.ttl_s * 1000, MINUTE_MS)).toISOString();
  const { device_type } = JSON.parse(sending.audience) as { device_type?: 'mobile' | 'desktop' | null };
  const message = { user_id, notice_id, sending_id, kind: 'envio' as const, due_at };
  const devices = await queuePushes(tx, at, [{ ...message, expires_at }], device_type);
  const isMailed = devices.length === 0 && sending.by_mail && (await mayBeMailed(tx, user_id));
  if (isMailed) await queueMailsAndInbox(tx, at, [{ ...message, target: 'mail' }]);
  await tx
    .updateTable('sendings')
    .set(({ eb }) => ({
      whatsapps: eb('whatsapps', '-', 1),
      without_push: eb('without_push', '+', devices.length > 0 ? 0 : 1),
      mails: eb('mails', '+', isMailed ? 1 : 0),
    }))
    .where('id', '=', sending_id)
    .execute();
}

async function mayBeMailed(tx: Db, userId: number): Promise<boolean> {
  const row = await tx
    .selectFrom('users')
    .select('users.id')
    .where('users.id', '=', userId)
    .where('users.email', '<>', '')
    .where(({ not, exists }) => not(exists(mailsUnwanted)))
    .executeTakeFirst();
  return row !== undefined;
}
