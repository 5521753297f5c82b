import type { Db } from '../../core/db/connection.ts';
import type { Mail } from '../../core/ports/mail.ts';

/** Queues a mail for the worker. Nothing is queued for a person without an address. */
export async function queueMail(db: Db, kind: string, mail: Mail, at: Date): Promise<void> {
  const { to, subject, html, text, unsubscribe = null } = mail;
  if (to === '') return;
  await db
    .insertInto('outbox')
    .values({
      kind,
      recipient: to,
      subject,
      html,
      text,
      created_at: at.toISOString(),
      claimed_until: null,
      attempts: 0,
      sent_at: null,
      last_error: null,
      unsubscribe,
    })
    .execute();
}
