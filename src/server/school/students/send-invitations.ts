import { MINUTE_MS } from '#lib/rules/time/spans.ts';
import { oneByOne } from '../../core/db/in-batches.ts';
import { enrolled } from '../../core/db/people.ts';
import type { School } from '../../core/http/ctx.ts';
import { LINK_DAYS, newInviteLink } from '../../identity/auth/invitation-secrets.ts';
import { welcomeMail } from '../../identity/auth/mails.ts';
import { newSecret } from '../../identity/auth/tokens.ts';
import { queueMail } from '../../messages/mail/queue-mail.ts';
import { classesOf } from './queries.ts';

/**
 * Hands welcome mails to the outbox, no more in a minute than the mail server bears (`INVITATIONS_PER_MINUTE`). One
 * transaction takes a person off the queue, makes the link and writes the mail: after a stop it goes on where it was,
 * and nobody gets two. Without SMTP all wait, so that the seven days of a link begin when its mail can leave.
 */
export async function sendInvitations(school: School): Promise<void> {
  const { db, config, ports, now } = school;
  if (ports.mail.kind === 'none' && !config.outboxViewer) return;
  const minuteAgo = new Date(now().getTime() - MINUTE_MS).toISOString();
  const { mailed } = await db
    .selectFrom('invitations')
    .select(({ fn }) => fn.countAll<number | string>().as('mailed'))
    .where('mailed_at', '>', minuteAgo)
    .executeTakeFirstOrThrow();
  const room = config.INVITATIONS_PER_MINUTE - Number(mailed);
  if (room <= 0) return;
  const waiting = await db
    .selectFrom('invitations')
    .select('user_id')
    .where('waits_since', '>', '')
    .orderBy('waits_since')
    .orderBy('user_id')
    .limit(room)
    .execute();
  await oneByOne(school.log, waiting, { job: 'sendInvitations', idOf: ({ user_id }) => user_id }, ({ user_id }) =>
    invite(school, user_id),
  );
}

async function invite(school: School, userId: number): Promise<void> {
  const { db } = school;
  const at = school.now();
  const person = await enrolled(db)
    .innerJoin('schools', 'schools.id', 'companies.escola_id')
    .select(['users.full_name', 'users.email', 'users.email_key', 'companies.nome as unit', 'schools.marca'])
    .where('users.id', '=', userId)
    .where('users.last_seen_at', 'is', null)
    .where('users.is_blocked', '=', false)
    .where('drive_users.encerrado_em', 'is', null)
    .executeTakeFirst();
  const [group] = await classesOf(db, [userId]);
  const secret = newSecret();
  // Made before the transaction: on SQLite a transaction makes all other writers wait.
  const mail =
    person?.email &&
    (await welcomeMail(school, {
      ...{ to: person.email, name: person.full_name, brand: person.marca, secret, unit: person.unit },
      ...{ turma: group?.nome ?? null, livro: group?.livro ?? null, days: LINK_DAYS },
    }));
  await db.transaction().execute(async (tx) => {
    const claimed = await tx
      .updateTable('invitations')
      .set({ waits_since: null, ...(mail && { mailed_at: at.toISOString() }) })
      .where('user_id', '=', userId)
      .where('waits_since', 'is not', null)
      .returning('user_id')
      .executeTakeFirst();
    if (!claimed || !mail || !person) return;
    await newInviteLink(tx, { userId, secret, emailKey: person.email_key }, at);
    await queueMail(tx, 'welcome', mail, at);
  });
}
