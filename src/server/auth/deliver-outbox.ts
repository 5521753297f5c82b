import { sql } from 'kysely';
import { oneByOne } from '../db/in-batches.ts';
import type { School } from '../http/ctx.ts';
import { withoutSecrets } from './scrub-mail.ts';

const CLAIM_MS = 60_000;
/** A mail that failed so often is given up. */
export const MAX_ATTEMPTS = 8;
const BATCH = 20;

/**
 * Hands waiting mails to the mail port. One update claims a row for a minute. A mail that fails waits longer each time
 * (30 s, 1, 2 … minutes) and is given up after eight attempts. Without SMTP all mails wait.
 */
export async function deliverOutbox(school: School): Promise<void> {
  if (school.ports.mail.kind === 'none') return;
  const now = school.now();
  const waiting = await school.db
    .selectFrom('outbox')
    .select('id')
    .where('sent_at', 'is', null)
    .where('attempts', '<', MAX_ATTEMPTS)
    .where((where) => where.or([where('claimed_until', 'is', null), where('claimed_until', '<', now.toISOString())]))
    .orderBy('id')
    .limit(BATCH)
    .execute();
  await oneByOne(school.log, waiting, { job: 'deliverOutbox', idOf: ({ id }) => id }, ({ id }) => deliver(school, id));
}

async function deliver(school: School, id: number): Promise<void> {
  // Read for each mail: the mails before it may have taken longer than a claim lasts.
  const now = school.now();
  const until = (ms: number) => new Date(school.now().getTime() + ms).toISOString();
  const mail = await school.db
    .updateTable('outbox')
    .set({ claimed_until: until(CLAIM_MS), attempts: sql`attempts + 1` })
    .where('id', '=', id)
    .where('sent_at', 'is', null)
    .where((where) => where.or([where('claimed_until', 'is', null), where('claimed_until', '<', now.toISOString())]))
    .returningAll()
    .executeTakeFirst();
  if (!mail) return;
  try {
    await school.ports.mail.send({ to: mail.recipient, subject: mail.subject, html: mail.html, text: mail.text });
    await school.db
      .updateTable('outbox')
      .set({
        sent_at: now.toISOString(),
        last_error: null,
        ...(school.ports.mail.kind === 'smtp' && withoutSecrets(mail)),
      })
      .where('id', '=', id)
      .execute();
    school.meters.mail('sent');
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    school.meters.mail(mail.attempts >= MAX_ATTEMPTS ? 'given_up' : 'refused');
    school.log.warn({ mail: id, attempt: mail.attempts, err: error }, 'mail not taken');
    await school.db
      .updateTable('outbox')
      .set({
        last_error: reason.slice(0, 500),
        claimed_until: until(15_000 * 2 ** mail.attempts),
        ...(mail.attempts >= MAX_ATTEMPTS && withoutSecrets(mail)),
      })
      .where('id', '=', id)
      .execute();
  }
}
