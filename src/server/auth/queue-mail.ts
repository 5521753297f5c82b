import type { Db } from '../db/connection.ts';
import type { Mail } from '../ports/mail.ts';

/** Queues a mail for the worker. */
export const queueMail = (db: Db, kind: string, { to, subject, html, text }: Mail, at: Date) =>
  db
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
    })
    .execute();
