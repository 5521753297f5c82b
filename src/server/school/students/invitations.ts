import type { z } from 'zod';
import { nameKey } from '#lib/format/text.ts';
import { MINUTE_MS } from '#lib/rules/time/spans.ts';
import type { Db } from '../../core/db/connection.ts';
import { oneByOne } from '../../core/db/in-batches.ts';
import { enrolled } from '../../core/db/people.ts';
import { audit } from '../../core/http/audit.ts';
import type { Ctx, School } from '../../core/http/ctx.ts';
import { invalid } from '../../core/http/refusal.ts';
import { LINK_DAYS, newInviteLink, queueInvitations } from '../../identity/auth/invitation.ts';
import { welcomeMail } from '../../identity/auth/mails.ts';
import { newSecret } from '../../identity/auth/tokens.ts';
import { queueMail } from '../../messages/mail/outbox.ts';
import type { inviteStudentsInput } from './inputs.ts';
import { classesOf, studentsIn, unitsIn } from './queries.ts';

/** Whom an invitation can reach: who never logged in, and may. */
const open = (query: ReturnType<typeof studentsIn>) =>
  query
    .leftJoin('invitations', 'invitations.user_id', 'users.id')
    .where('users.last_seen_at', 'is', null)
    .where('users.is_blocked', '=', false)
    .where('drive_users.encerrado_em', 'is', null);

/** Everybody in reach who was not invited, or a unit's. @returns those with an e-mail, and how many have none */
async function uninvited(db: Db, reach: Ctx['reach'], unitId: number | null) {
  const rows = await open(studentsIn(db, reach))
    .select(['users.id', 'users.email'])
    .where('invitations.id', 'is', null)
    .$if(unitId !== null, (query) => query.where('companies.id', '=', unitId))
    .orderBy('users.id')
    .execute();
  const ids = rows.flatMap(({ id, email }) => (email === '' ? [] : [id]));
  return { ids, withoutEmail: rows.length - ids.length };
}

/** Invites some students, or everybody in reach who was not invited. @throws Refusal 422 for a unit out of reach */
export async function inviteStudents(ctx: Ctx, body: z.output<typeof inviteStudentsInput>) {
  const wanted = 'ids' in body ? [...new Set(body.ids)] : null;
  const unitId = 'ids' in body ? null : (body.unidade ?? null);
  if (unitId !== null && !(await unitsIn(ctx.db, ctx.reach)).some(({ id }) => id === unitId)) {
    throw invalid('Escolha uma unidade da sua escola.', { unidade: 'Escolha a unidade' });
  }
  const outcome = await ctx.db.transaction().execute(async (tx) => {
    const { ids, withoutEmail } = wanted
      ? await reachable(tx, ctx.reach, wanted)
      : await uninvited(tx, ctx.reach, unitId);
    const na_fila = await queueInvitations(ctx, tx, ids);
    if (na_fila > 0) {
      await audit({ ...ctx, db: tx }, 'student-invite', `school:${ctx.session.escolaId ?? 0}`, {
        depois: { alunos: na_fila },
      });
    }
    return {
      na_fila,
      sem_email: withoutEmail,
      outros: (wanted?.length ?? ids.length + withoutEmail) - na_fila - withoutEmail,
    };
  });
  ctx.wake();
  return { ...outcome, minutos: Math.ceil(outcome.na_fila / ctx.config.INVITATIONS_PER_MINUTE) };
}

async function reachable(tx: Db, reach: Ctx['reach'], wanted: readonly number[]) {
  const rows = await open(studentsIn(tx, reach))
    .select(['users.id', 'users.email'])
    .where('users.id', 'in', wanted)
    .orderBy('users.id')
    .execute();
  const ids = rows.flatMap(({ id, email }) => (email === '' ? [] : [id]));
  return { ids, withoutEmail: rows.length - ids.length };
}

/** The same for everybody of every school, or of one unit, by a command. @returns null for an unknown unit */
export async function inviteAll(
  { db, now, config }: Pick<School, 'db' | 'now' | 'config'>,
  { unidade, isTrial }: { unidade?: string; isTrial: boolean },
) {
  const reach = { escolaId: null, units: null };
  const wanted = unidade === undefined ? undefined : nameKey(unidade);
  const unit = (await unitsIn(db, reach)).find(({ nome }) => nameKey(nome) === wanted);
  if (wanted !== undefined && !unit) return null;
  return db.transaction().execute(async (tx) => {
    const { ids, withoutEmail } = await uninvited(tx, reach, unit?.id ?? null);
    const na_fila = isTrial ? ids.length : await queueInvitations({ now }, tx, ids);
    if (!isTrial && na_fila > 0) {
      await audit({ db: tx, now }, 'student-invite', `school:${unit?.escola_id ?? 0}`, { depois: { alunos: na_fila } });
    }
    return { na_fila, sem_email: withoutEmail, minutos: Math.ceil(na_fila / config.INVITATIONS_PER_MINUTE) };
  });
}

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
