import { createHash } from 'node:crypto';
import { type Selectable, sql } from 'kysely';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#lib/rules/time/spans.ts';
import type { Db } from '../../core/db/connection.ts';
import { besideEachOther } from '../../core/db/in-batches.ts';
import type { School } from '../../core/http/ctx.ts';
import type { Mail } from '../../core/ports/mail.ts';
import type { Schema } from '../../tables.ts';

const CLAIM_MS = MINUTE_MS;
/** A mail fails for good after this many attempts. */
export const MAX_ATTEMPTS = 8;
const BATCH = 20;
/** Max. parallel mails, each with its own connection. Mail services accept ten and more from one sender. */
export const MAX_AT_ONCE = 5;
/** Max. duration of a run, since other jobs wait meanwhile. */
const MAX_ROUND_MS = 3_000;
/** After this many consecutive failures the mail server counts as unreachable, and the run ends. */
const MAX_AWAY = 3;
const MAX_AWAY_WAIT_MS = 5 * MINUTE_MS;
/** How long mails wait for an unreachable mail server. */
const MAX_AWAY_MS = 3 * DAY_MS;
/** Kinds whose links expire sooner: a later mail would be useless. */
export const USEFUL_MS: Readonly<Record<string, number>> = {
  recovery: HOUR_MS,
  verification: DAY_MS,
  welcome: 7 * DAY_MS,
  'abroad-consent': 7 * DAY_MS,
};

/** @returns milliseconds since 1970 until when a mail is worth sending */
const usefulUntil = ({ kind, created_at }: { kind: string; created_at: string }) =>
  Date.parse(created_at) + (USEFUL_MS[kind] ?? Number.POSITIVE_INFINITY);

type OutboxMail = Selectable<Schema['outbox']>;
type Outcome = 'sent' | 'refused' | 'away' | 'none';

/** The mail server was unreachable or broke off: that is not the fault of the mail. */
const AWAY = new Set(['ECONNECTION', 'ECONNREFUSED', 'ETIMEDOUT', 'ESOCKET', 'EDNS', 'EAUTH', 'ETLS', 'EPROTOCOL']);

/**
 * Sends queued mails by the mail port. One update claims a row for a minute. A mail that fails waits longer each time (30 s, 1, 2
 * … minutes) and fails for good after eight attempts. While the mail server is unreachable, mails wait for three days. Without
 * SMTP all mails wait.
 *
 * The first mail of a run is sent alone. Once the server answers, five are sent in parallel.
 */
export async function deliverOutbox(school: School): Promise<void> {
  if (school.ports.mail.kind === 'none') return;
  const started = performance.now();
  let [isFull, isThere, away] = [true, false, 0];
  while (isFull && away < MAX_AWAY && performance.now() - started < MAX_ROUND_MS) {
    const waiting = await nextMails(school);
    isFull = waiting.length === BATCH;
    while (waiting.length > 0 && away < MAX_AWAY) {
      const some = waiting.splice(0, isThere ? MAX_AT_ONCE : 1);
      await besideEachOther(school.log, some, { job: 'deliverOutbox', idOf: ({ id }) => id }, async ({ id }) => {
        const outcome = await deliver(school, id);
        away = outcome === 'away' ? away + 1 : 0;
        isThere = outcome === 'sent' || outcome === 'refused' || (isThere && outcome === 'none');
      });
    }
  }
}

const free = (school: School) => sql<boolean>`(claimed_until is null or claimed_until < ${school.now().toISOString()})`;

const nextMails = (school: School) =>
  school.db
    .selectFrom('outbox')
    .select('id')
    .where('sent_at', 'is', null)
    .where('attempts', '<', MAX_ATTEMPTS)
    .where(free(school))
    .orderBy('id')
    .limit(BATCH)
    .execute();

async function deliver(school: School, id: number): Promise<Outcome> {
  // Read for each mail: the earlier mails may have taken longer than a claim lasts.
  const now = school.now();
  const mail = await school.db
    .updateTable('outbox')
    .set({ claimed_until: new Date(now.getTime() + CLAIM_MS).toISOString(), attempts: sql`attempts + 1` })
    .where('id', '=', id)
    .where('sent_at', 'is', null)
    .where(free(school))
    .returningAll()
    .executeTakeFirst();
  if (!mail) return 'none';
  const age = now.getTime() - Date.parse(mail.created_at);
  if (now.getTime() > usefulUntil(mail)) {
    await keepFailure(school, mail, 'the links of this mail are dead', true);
    await school.db.updateTable('outbox').set(withoutSecrets(mail)).where('id', '=', id).execute();
    return 'none';
  }
  try {
    const { recipient, subject, html, text, unsubscribe } = mail;
    await school.ports.mail.send({ to: recipient, subject, html, text, unsubscribe, id: messageIdOf(mail) });
  } catch (error) {
    const isAway = AWAY.has(String((error as { code?: unknown }).code));
    const isOver = isAway ? age > MAX_AWAY_MS : mail.attempts >= MAX_ATTEMPTS;
    school.log.warn({ mail: id, attempt: mail.attempts, err: error }, 'mail not taken');
    await keepFailure(school, mail, error instanceof Error ? error.message : String(error), isOver, isAway);
    return isAway ? 'away' : 'refused';
  }
  await school.db
    .updateTable('outbox')
    .set({
      sent_at: now.toISOString(),
      last_error: null,
      ...(school.ports.mail.kind === 'smtp' && withoutSecrets(mail)),
    })
    .where('id', '=', id)
    .execute();
  school.metrics.mail('sent');
  return 'sent';
}

/** Records why a mail was not sent, and when it is retried. A mail that failed for good is only sent again by hand. */
async function keepFailure(
  { db, now, metrics }: School,
  { id, attempts }: OutboxMail,
  reason: string,
  isOver: boolean,
  isAway = false,
): Promise<void> {
  metrics.mail(isOver ? 'given_up' : 'refused');
  const wait = 15_000 * 2 ** attempts;
  await db
    .updateTable('outbox')
    .set({
      last_error: reason.slice(0, 500),
      // An unreachable server does not count as an attempt. Otherwise a process that dies in the last attempt would end the mail.
      attempts: isOver ? MAX_ATTEMPTS : isAway ? attempts - 1 : attempts,
      claimed_until: new Date(now().getTime() + (isAway ? Math.min(wait, MAX_AWAY_WAIT_MS) : wait)).toISOString(),
    })
    .where('id', '=', id)
    .execute();
}

/** A hash, because consecutive ids would reveal the number of mails. */
const messageIdOf = ({ id, created_at, recipient }: OutboxMail) =>
  createHash('sha256').update(`${id} ${created_at} ${recipient}`).digest('hex').slice(0, 32);

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

/** The kind of a mail with the code of a reward. */
export const REWARD_CODE = 'reward-code';

const ADDRESS = /\bhttps?:\/\/[^\s<>"']+/g;
/** Typed codes have eight digits. */
const CODE = /\b\d{8}\b/g;

/**
 * The mail as stored in the outbox after sending: its text without secret links and codes, of which `auth_tokens` stores only
 * hashes.
 */
export const withoutSecrets = ({ kind, subject, text }: { kind: string; subject: string; text: string }) => ({
  subject: subject.replace(CODE, '••••••••'),
  // A partner's code may have any form, so nothing of its mail is stored.
  text: kind === REWARD_CODE ? '' : text.replace(ADDRESS, '[link]').replace(CODE, '••••••••'),
  html: '',
  unsubscribe: null,
});
