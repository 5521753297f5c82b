import { maskEmail, maskName } from '#lib/format/text.ts';
import type { ProtectedField, ProtectedFields } from '#lib/rules/people/registration-change.ts';
import { accountMessages } from '#lib/words/account.ts';
import { registrationChangeMessages } from '#lib/words/account-changes.ts';
import type { Db } from '../../core/db/connection.ts';
import { audit } from '../../core/http/audit.ts';
import type { PublicCtx } from '../../core/http/ctx.ts';
import { notFound } from '../../core/http/refusal.ts';
import { newResetSecret } from '../auth/password-reset.ts';
import { changeBySecret, closeAccount, type EmailChange, schoolChange, takeBack } from './email-changes.ts';
import { registrationChangeBySecret, takeRegistrationBack } from './registration-changes.ts';
import { ofUndoLink } from './undo-link.ts';

const unknown = () => notFound(accountMessages.deadUndoLink);

const findChange = (ctx: PublicCtx, token: string): Promise<EmailChange> =>
  ofUndoLink(ctx, accountMessages.deadUndoLink, () => changeBySecret(ctx.db, token, ctx.now()));

/** The change that a mailed link belongs to, with masked addresses. @throws Refusal 404 for an invalid link */
export async function checkEmailChange(ctx: PublicCtx, token: string) {
  const change = await findChange(ctx, token);
  const user = await ctx.db
    .selectFrom('users')
    .select('full_name')
    .where('id', '=', change.user_id)
    .executeTakeFirstOrThrow();
  return {
    nome_mascarado: maskName(user.full_name),
    de: maskEmail(change.old_email),
    para: maskEmail(change.new_email),
    da_escola: change.is_by_school,
    ja_vale: change.applied_at !== null,
    concordou: change.agreed_at !== null,
    desfaz_ate: change.undo_until,
  };
}

/**
 * Undoes a change for the reader of the old mailbox. If an intruder may have logged in, all sessions end, the password stops
 * working, and the answer has the secret that sets a new one.
 *
 * @throws Refusal 404
 */
export async function undoEmailChange(
  ctx: PublicCtx,
  token: string,
): Promise<{ detail: string; nova_senha: string | null }> {
  const found = await findChange(ctx, token);
  const secret = await ctx.db.transaction().execute(async (tx) => {
    const change = await changeBySecret(tx, token, ctx.now());
    if (!change || !(await takeBack(tx, await firstOf(tx, change, ctx.now()), 'person', ctx.now()))) throw unknown();
    await audit({ ...ctx, db: tx }, 'email-undone', `user:${change.user_id}`);
    if (isSafe(change, ctx.now())) return null;
    return newResetSecret(tx, [change.user_id], await closeAccount(tx, change.user_id), ctx.now());
  });
  return {
    detail:
      secret === null ? accountMessages.emailUndone(maskEmail(found.old_email)) : accountMessages.emailUndoneClosed,
    nova_senha: secret,
  };
}

/** Nobody can have logged in through the address: it could not be used for recovery, and the school knows no password. */
const isSafe = ({ is_by_school, with_password, agreed_at, recovery_from }: EmailChange, now: Date) =>
  is_by_school && !with_password && agreed_at === null && (recovery_from ?? '') > now.toISOString();

/**
 * The first change to undo. The owner's change may follow an unconfirmed change by the school. Its undo link goes to the address
 * before both, and undoes both. Otherwise the account would keep an address that its owner may not be able to read.
 */
async function firstOf(tx: Db, change: EmailChange, now: Date): Promise<EmailChange> {
  if (change.applied_at !== null) return change;
  const bySchool = await schoolChange(tx, change.user_id, now);
  if (!bySchool || bySchool.old_email !== change.old_email) return change;
  const { email_verified } = await tx
    .selectFrom('users')
    .select('email_verified')
    .where('id', '=', change.user_id)
    .executeTakeFirstOrThrow();
  return email_verified ? change : bySchool;
}

/** The old mailbox agrees: from now on the new address can recover the account. @throws Refusal 404 */
export async function agreeToEmail(ctx: PublicCtx, token: string): Promise<{ detail: string }> {
  const change = await findChange(ctx, token);
  const at = ctx.now().toISOString();
  await ctx.db.updateTable('email_changes').set({ agreed_at: at }).where('id', '=', change.id).execute();
  await audit({ ...ctx, session: undefined }, 'email-agreed', `user:${change.user_id}`);
  return { detail: accountMessages.emailAgreed };
}

const findRegistration = (ctx: PublicCtx, token: string) =>
  ofUndoLink(ctx, registrationChangeMessages.deadLink, () => registrationChangeBySecret(ctx.db, token, ctx.now()));

/** The change that a mailed link belongs to. @throws Refusal 404 for an invalid link */
export async function checkRegistrationChange(ctx: PublicCtx, token: string) {
  const change = await findRegistration(ctx, token);
  const { full_name } = await ctx.db
    .selectFrom('users')
    .select('full_name')
    .where('id', '=', change.user_id)
    .executeTakeFirstOrThrow();
  return {
    nome_mascarado: maskName(full_name),
    campos: Object.keys(JSON.parse(change.new_values) as Partial<ProtectedFields>) as ProtectedField[],
    da_escola: change.is_by_school,
    // A new guardian has not confirmed yet.
    espera: change.guardian_at === null,
    desfaz_ate: change.undo_until,
  };
}

/** Undoes a change for the reader of the mail. The student and the school are notified. @throws Refusal 404 */
export async function undoRegistrationChange(ctx: PublicCtx, token: string): Promise<{ detail: string }> {
  await findRegistration(ctx, token);
  await ctx.db.transaction().execute(async (tx) => {
    const change = await registrationChangeBySecret(tx, token, ctx.now());
    if (!change || !(await takeRegistrationBack(tx, change, ctx.now()))) {
      throw notFound(registrationChangeMessages.deadLink);
    }
    await audit({ ...ctx, session: undefined, db: tx }, 'registration-undone', `user:${change.user_id}`);
  });
  ctx.wake();
  return { detail: registrationChangeMessages.undoneDone };
}
