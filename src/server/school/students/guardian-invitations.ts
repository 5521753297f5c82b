import { maskEmail } from '#lib/format/text.ts';
import { DAY_MS } from '#lib/rules/time/spans.ts';
import { guardianInviteMessages, guardianStudies } from '#lib/words/students.ts';
import type { Db } from '../../core/db/connection.ts';
import { audit } from '../../core/http/audit.ts';
import type { Ctx, School } from '../../core/http/ctx.ts';
import { conflict, invalid, notFound } from '../../core/http/refusal.ts';
import { sendEmailVerification } from '../../identity/account/verify-email.ts';
import {
  ofMailbox,
  openAmong,
  openWards,
  queueGuardians,
  type Ward,
  wardsAmong,
  wardsOfGuardian,
} from '../../identity/auth/guardian-invitation.ts';
import { guardiansOf } from '../../identity/auth/guardian-of.ts';
import { keepGuardianCodes, LINK_DAYS, newGuardianLink } from '../../identity/auth/invitation.ts';
import { guardianWelcomeMail } from '../../identity/auth/mails.ts';
import { newSecret } from '../../identity/auth/tokens.ts';
import { accountAsGuardian } from '../../identity/people/enroll-row.ts';
import { queueMail } from '../../messages/mail/outbox.ts';
import { inviteStateOf } from './present.ts';
import { studentsIn, unitsIn } from './queries.ts';

/**
 * Invites the guardian of one minor, or invites again. @throws Refusal 404, 409 without a minor's guardian or if she has an
 * account
 */
export async function inviteGuardian(ctx: Ctx, id: number): Promise<{ detail: string }> {
  const child = await studentsIn(ctx.db, ctx.reach).select('users.id').where('users.id', '=', id).executeTakeFirst();
  if (!child) throw notFound('Não encontramos este aluno na sua escola.');
  const outcome = await ctx.db.transaction().execute(async (tx) => {
    const [minor] = await wardsAmong(ctx, tx, [id]);
    if (!minor) throw conflict(guardianInviteMessages.nobody);
    const open = await openAmong(tx, [minor]);
    if (open.length === 0) throw conflict(guardianInviteMessages.hasAccount);
    const queued = await queueGuardians(ctx, tx, open, { again: true });
    if (queued.length > 0) {
      await audit({ ...ctx, db: tx }, 'guardian-invite', `user:${id}`, { depois: { email: minor.guardian.email } });
    }
    return { minor, isQueued: queued.length > 0 };
  });
  ctx.wake();
  const { minor, isQueued } = outcome;
  return {
    detail: guardianInviteMessages.invited(minor.guardian.email, { isQueued, sendsMail: ctx.config.sendsMail }),
  };
}

/**
 * Mails the link that verifies the e-mail of a person whose account is only a guardian's: with a printed code she logged in
 * without a verified mailbox, and such an account cannot become a student's.
 *
 * @throws Refusal 422 without such an account in reach, 429
 */
export async function sendGuardianVerification(ctx: Ctx, cpf: string): Promise<{ detail: string }> {
  const units = (await unitsIn(ctx.db, ctx.reach)).map(({ id }) => id);
  const account = await accountAsGuardian(ctx.db, cpf, [0, ...units])
    .where('users.email_verified', '=', false)
    .where('users.email_key', '<>', '')
    .executeTakeFirst();
  if (!account) throw invalid(guardianStudies.none, { cpf: 'Confira o CPF' });
  await sendEmailVerification({ ...ctx, session: { ...ctx.session, userId: account.id } }, account.email);
  await audit(ctx, 'guardian-verify', `user:${account.id}`);
  return { detail: guardianStudies.linkSent(maskEmail(account.email)) };
}

const NOT_INVITED = { asked_at: null, waits_since: null, mailed_at: null, printed_at: null, opened_at: null };

/** The guardian's account and invitation, for the record of a minor; null for an adult, or without a guardian. */
export async function guardianInvitationOf(ctx: Ctx, id: number) {
  const [minor] = await wardsAmong(ctx, ctx.db, [id]);
  if (!minor) return null;
  const [accounts, row] = await Promise.all([
    guardiansOf(ctx.db, [minor]),
    ctx.db
      .selectFrom('guardian_invitations')
      .selectAll()
      .where('user_id', '=', id)
      .where('mailbox', '=', minor.mailbox)
      .executeTakeFirst(),
  ]);
  const account = accounts.get(id);
  return {
    account: account
      ? {
          ...{ id: account.id, nome: account.full_name, ultimo_acesso: account.last_seen_at },
          bloqueada: account.is_blocked,
        }
      : null,
    nome: minor.guardian.full_name,
    convite: {
      // Having an account means that she logged in.
      estado: account ? ('entrou' as const) : inviteStateOf({ last_seen_at: null, ...(row ?? NOT_INVITED) }),
      convidado_em: row?.mailed_at ?? null,
      impresso_em: row?.printed_at ?? null,
    },
  };
}

/**
 * Puts the welcome mail of a guardian into the outbox: one for all her children. One transaction takes them off the queue,
 * creates the link and writes the mail. A guardian who was mailed within a day for another child gets no further mail.
 */
export async function mailGuardian(school: School, userId: number): Promise<void> {
  const { db } = school;
  const at = school.now();
  const [minor] = await wardsAmong(school, db, [userId]);
  const open = minor ? await openAmong(db, await wardsOfGuardian(school, db, minor.guardian)) : [];
  const isOpen = minor !== undefined && open.some(({ id }) => id === userId);
  const earlier = isOpen ? await mailedLately(db, open, userId, at) : null;
  const secret = newSecret();
  const mail = isOpen && !earlier ? await welcome(school, minor, open, secret) : null;
  await db.transaction().execute(async (tx) => {
    const claimed = await tx
      .updateTable('guardian_invitations')
      .set({ waits_since: null, ...(isOpen && { mailed_at: earlier ?? at.toISOString() }) })
      .where('user_id', 'in', isOpen ? open.map(({ id }) => id) : [userId])
      .where('waits_since', 'is not', null)
      .returning('user_id')
      .execute();
    if (!claimed.some(({ user_id }) => user_id === userId) || !mail || !minor) return;
    await newGuardianLink(tx, { userId, guardian: minor.guardian }, at, secret);
    await queueMail(tx, 'welcome', mail, at);
  });
}

const welcome = (school: School, { guardian, marca, unit }: Ward, open: readonly Ward[], secret: string) =>
  guardianWelcomeMail(school, {
    ...{ to: guardian.email, name: guardian.full_name, brand: marca ?? 'knn', secret, unit: unit ?? '' },
    ...{ students: open.map(({ full_name }) => full_name), days: LINK_DAYS },
  });

/** When the guardian was mailed within a day for another child; null: not mailed, or this child's guardian is invited again. */
async function mailedLately(db: Db, open: readonly Ward[], userId: number, at: Date): Promise<string | null> {
  const since = new Date(at.getTime() - DAY_MS).toISOString();
  const rows = await db
    .selectFrom('guardian_invitations')
    .select(['user_id', 'mailed_at'])
    .where(
      'user_id',
      'in',
      open.map(({ id }) => id),
    )
    .where('mailed_at', 'is not', null)
    .execute();
  if (rows.some(({ user_id }) => user_id === userId)) return null;
  return rows.find(({ mailed_at }) => mailed_at !== null && mailed_at > since)?.mailed_at ?? null;
}

/** The guardians of some people who get a printed code: those who cannot see the minor yet. */
export const guardiansToPrint = (ctx: Ctx, ids: readonly number[]): Promise<Ward[]> => openWards(ctx, ctx.db, ids);

/** Stores the printed codes of guardians, which are valid from now on. @param ctx inside a transaction */
export async function keepGuardianSheets(
  { db: tx, session, tokens }: Ctx,
  sheets: readonly (Ward & { code: string })[],
  now: Date,
): Promise<void> {
  if (sheets.length === 0) return;
  const at = now.toISOString();
  await tx
    .insertInto('guardian_invitations')
    .values(
      sheets.map(({ id, mailbox }) => ({
        ...{ user_id: id, mailbox, asked_at: at, asked_by: session.userId, printed_at: at },
        ...{ waits_since: null, mailed_at: null, opened_at: null, accepted_by: null },
      })),
    )
    .onConflict((known) => known.column('user_id').doUpdateSet({ ...ofMailbox(), printed_at: at }))
    .execute();
  await keepGuardianCodes(
    tx,
    tokens,
    sheets.map(({ id, guardian, code }) => ({ userId: id, guardian, code })),
    now,
  );
}
