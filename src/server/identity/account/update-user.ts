import type { z } from 'zod';
import type { calls, Guardian, ProfileInput, RegistrationInput, User } from '#lib/contract/account.schema.ts';
import type { updateClub as updateClubCall } from '#lib/contract/account.ts';
import type { ParsedInput } from '#lib/contract/core.ts';
import { emailKey } from '#lib/rules/account/email-key.ts';
import { CLUB_RULES } from '#lib/rules/club/rules-version.ts';
import { dayIn } from '#lib/rules/time/zones.ts';
import { guardianCpfWords } from '#lib/words/account-changes.ts';
import { clubMessages } from '#lib/words/club.ts';
import { audit } from '../../core/http/audit.ts';
import type { Ctx } from '../../core/http/ctx.ts';
import { brandOfHost } from '../../core/http/public-url.ts';
import { forbidden, invalid, notFound } from '../../core/http/refusal.ts';
import { recentlyListed } from '../auth/choice-ticket.ts';
import { hasFactor } from '../auth/factors.ts';
import { accountsById } from '../auth/find-accounts.ts';
import { drawAccessMail, noteAccess } from '../auth/notify-of-access.ts';
import { provePassword, requireGoodPassword } from '../auth/password.ts';
import { presentChoice } from '../auth/present.ts';
import { renewSession } from '../auth/session.ts';
import { childrenAmong, namedAmong } from '../family/children.ts';
import { avatarUrl, dropOtherPictures } from './avatar.ts';
import { askForEmail, otherEmail, requirePasswordForEmail } from './change-email.ts';
import { recordConsent } from './consents.ts';
import { waitingChange } from './email-changes.ts';
import { requireOwnCpf } from './find-people.ts';
import { keepGuardianRequest, prepareGuardianRequest } from './name-guardian.ts';
import { presentUser } from './present.ts';
import { ownUserParts, userParts } from './queries.ts';
import {
  changedPerson,
  findProtectedChange,
  noteRegistrationChange,
  type PreparedChange,
  prepareChange,
} from './registration-changes.ts';
import { placeColumns, registrationColumns, requireBirthDate, requireOtherGuardian } from './registration-columns.ts';

/** @throws Refusal 404 */
export async function readUser(ctx: Ctx, id: number): Promise<User> {
  const parts = await userParts(ctx.db, id);
  if (!parts) throw notFound();
  return presentUser(parts, ctx.now(), ctx.config.SCHOOL_TIME_ZONE);
}

/**
 * The calling user; `tem_criancas` and the fields after it mark a guardian of children. Caches the number of unread notices for
 * the page. @throws Refusal 404
 */
export async function readMe(ctx: Ctx): Promise<User> {
  const parts = await ownUserParts(ctx.db, ctx.session.userId);
  if (!parts) throw notFound();
  ctx.session.unread = parts.unread;
  const user = presentUser(parts, ctx.now(), ctx.config.SCHOOL_TIME_ZONE);
  const isGuardian = !user.is_minor && childrenAmong(parts.wards, ctx).length > 0;
  const studies = user.drive_user?.papel === 'aluno' || parts.studies;
  return {
    ...user,
    tem_criancas: isGuardian || null,
    so_responsavel: (isGuardian && !studies) || null,
    paga_por_outros: namedAmong(parts.wards, ctx).length > 0 || null,
  };
}

/**
 * Confirms the registration: `updated_at` moves even if nothing changed (PROFILE-08). A new e-mail requires the password and
 * waits for confirmation from its mailbox; everything else is saved at once.
 *
 * @throws Refusal 409 `cpf_taken`, 422 by field
 */
export async function updateRegistration(
  ctx: Ctx,
  { current_password, ...input }: RegistrationInput & { current_password?: string },
): Promise<User> {
  const { userId } = ctx.session;
  const before = await readUser(ctx, userId);
  refuseOwnGuardian(before, input);
  refuseOwnAge(before, input.birth_date);
  // A person whose stored CPF is the guardian's can still save the rest: only the school corrects that CPF.
  if (input.cpf !== before.cpf)
    requireOtherGuardian({ cpf: input.cpf, guardian: before.guardian }, { cpf: guardianCpfWords.isGuardian });
  const { columns, requested } = registrationColumns(
    { ...input, birth_date: input.birth_date ?? before.birth_date },
    ctx.now(),
    ctx.config.SCHOOL_TIME_ZONE,
    { guardian: before.guardian ?? null, isRequested: Boolean(before.guardian_pending) },
  );
  const newEmail = otherEmail(input.email, before);
  if (newEmail) await requirePasswordForEmail(ctx, current_password);
  if (requested) await ctx.limits.take('consent-link', `user:${userId}`);
  const waiting = requested && (await waitingChange(ctx.db, userId, ctx.now()));
  const emails = [columns.email, before.email, waiting?.new_email];
  const minor = { ...columns, emails, brand: before.drive_user?.company.marca ?? brandOfHost(ctx) };
  const request = requested && (await prepareGuardianRequest(ctx, minor, requested));
  const { email, email_key, ...others } = columns;
  const protectedFields = await ownChange(ctx, before, { ...input, guardian: before.guardian && input.guardian });
  await ctx.db.transaction().execute(async (tx) => {
    await requireOwnCpf(tx, before, input.cpf);
    const at = ctx.now().toISOString();
    await tx
      .updateTable('users')
      .set({ ...others, ...(!newEmail && { email, email_key }), updated_at: at, changed_at: at })
      .where('id', '=', userId)
      .execute();
    if (request) await keepGuardianRequest(tx, userId, request, ctx.now());
    if (protectedFields) await noteRegistrationChange(tx, protectedFields, 'person', ctx.now());
  });
  if (request || protectedFields) ctx.wake();
  if (newEmail) await askForEmail(ctx, before, newEmail);
  return readOwn(ctx);
}

/** The user, with a requested new address. */
async function readOwn(ctx: Ctx): Promise<User> {
  const { userId } = ctx.session;
  const [user, waiting] = await Promise.all([readUser(ctx, userId), waitingChange(ctx.db, userId, ctx.now())]);
  return waiting ? { ...user, email_pendente: waiting.new_email } : user;
}

/** Only the school changes a known guardian: otherwise minors could answer for themselves. @throws Refusal 422 */
function refuseOwnGuardian(before: User, { guardian }: RegistrationInput): void {
  const known = before.guardian;
  const isOther =
    known && guardian && (guardian.cpf !== known.cpf || guardian.email.toLowerCase() !== known.email.toLowerCase());
  if (isOther) {
    const text = 'O CPF e o e-mail do responsável só mudam na secretaria';
    throw invalid(`${text}.`, { guardian: text });
  }
}

/** The part of a minor's own change that the guardian is notified of: a telephone of the guardian, an unconfirmed CPF. */
async function ownChange(
  ctx: Ctx,
  before: User,
  { guardian, cpf, birth_date }: { guardian?: Guardian | null; cpf?: string; birth_date?: string | null },
): Promise<PreparedChange | null> {
  const today = dayIn(before.drive_user?.company.timezone || ctx.config.SCHOOL_TIME_ZONE, ctx.now());
  const person = changedPerson(before, brandOfHost(ctx));
  const next = { guardian: guardian ?? undefined, cpf, birth_date: birth_date ?? undefined };
  const change = await findProtectedChange(ctx.db, person, next, { today, now: ctx.now() });
  return change && prepareChange(ctx, person, change, 'person');
}

/** Only the school changes the birth date of a minor; an adult may correct a wrong one. @throws Refusal 422 */
function refuseOwnAge(before: User, birthDate: string | null | undefined): void {
  if (!before.is_minor || !birthDate || birthDate === before.birth_date) return;
  const text = 'A data de nascimento só muda na secretaria';
  throw invalid(`${text}.`, { birth_date: text });
}

/**
 * Changes only the submitted fields; the schema is the allow-list. A new e-mail requires the password and waits for confirmation
 * from its mailbox.
 */
export async function updateProfile(
  ctx: Ctx,
  { current_password, ...input }: ProfileInput & { current_password?: string },
): Promise<User> {
  const { userId } = ctx.session;
  const { avatar_file_id, email, ...fields } = input;
  const picture = avatar_file_id === undefined ? {} : { avatar_url: await avatarUrl(ctx, avatar_file_id) };
  const before = await readUser(ctx, userId);
  refuseOwnAge(before, fields.birth_date);
  if (fields.birth_date !== undefined && fields.birth_date !== before.birth_date) {
    // A user who enters a birth date for the first time names the guardian afterwards.
    const mayBeMinor = Boolean(before.birth_date === null || before.guardian || before.guardian_pending);
    requireBirthDate(fields.birth_date, mayBeMinor, dayIn(ctx.config.SCHOOL_TIME_ZONE, ctx.now()));
  }
  const newEmail = otherEmail(email, before);
  if (newEmail) await requirePasswordForEmail(ctx, current_password);
  const isMoved = fields.country !== undefined || fields.cep !== undefined;
  const changes = {
    ...fields,
    ...(isMoved && placeColumns({ country: before.country, cep: before.cep, ...fields })),
    ...picture,
    ...(email !== undefined && !newEmail && { email, email_key: emailKey(email) }),
  };
  const protectedFields = await ownChange(ctx, before, { birth_date: fields.birth_date });
  if (Object.keys(changes).length > 0) {
    const changed_at = ctx.now().toISOString();
    await ctx.db.transaction().execute(async (tx) => {
      await tx
        .updateTable('users')
        .set({ ...changes, changed_at })
        .where('id', '=', userId)
        .execute();
      if (protectedFields) await noteRegistrationChange(tx, protectedFields, 'person', ctx.now());
    });
  }
  if (avatar_file_id !== undefined) await dropOtherPictures(ctx, avatar_file_id);
  if (newEmail) await askForEmail(ctx, before, newEmail);
  return readOwn(ctx);
}

/**
 * Joins or leaves the club (CLUB-06).
 *
 * @throws Refusal 422 for joining without accepting the current rules
 */
export async function updateClub(
  ctx: Ctx,
  { is_club: isClub, accepted_rules_version: accepted }: ParsedInput<typeof updateClubCall>['body'],
): Promise<User> {
  const { userId } = ctx.session;
  if (isClub && accepted !== CLUB_RULES) {
    const detail = accepted === undefined ? clubMessages.rulesMissing : clubMessages.otherRules;
    throw invalid(detail, { accepted_rules_version: detail });
  }
  await ctx.db
    .updateTable('users')
    .set((row) => ({
      is_club: isClub,
      club_rules_version: isClub ? CLUB_RULES : null,
      club_since: isClub ? row.fn.coalesce('club_since', row.val(ctx.now().toISOString())) : null,
    }))
    .where('id', '=', userId)
    .execute();
  if (isClub) await recordConsent(ctx, userId, 'clube', CLUB_RULES);
  await audit(ctx, isClub ? 'club-join' : 'club-leave', `user:${userId}`);
  return readUser(ctx, userId);
}

/**
 * Links the accounts of one login (AUTH-14). The client sends the ids. Only two kinds count: those listed by the server
 * in that login, and those already linked.
 *
 * @throws Refusal 403 for any other.
 */
export async function updateRelatedUsers(ctx: Ctx, driveUserIds: number[]) {
  const { userId } = ctx.session;
  const listed = await accountsById(ctx.db, await recentlyListed(ctx, userId));
  const before = await userParts(ctx.db, userId);
  const allowed = [...listed, ...(before?.related ?? [])].filter(({ id }) => id !== userId);
  const own = before?.row.drive_user_id;
  const requested = [...new Set(driveUserIds)].filter((id) => id !== own);
  const accounts = requested.map((id) => {
    const account = allowed.find((each) => each.drive_user_id === id);
    if (!account) throw forbidden('Só é possível ligar contas do mesmo acesso.');
    return account;
  });
  await ctx.db.transaction().execute(async (tx) => {
    await tx.deleteFrom('related_users').where('user_id', '=', userId).execute();
    if (accounts.length === 0) return;
    await tx
      .insertInto('related_users')
      .values(accounts.map(({ id }) => ({ user_id: userId, related_user_id: id })))
      .execute();
  });
  return { related_users: accounts.map(presentChoice) };
}

/** Changes the user's own password. Other sessions end, and this browser gets a new token (AUTH-27). */
export async function updatePassword(ctx: Ctx, input: z.output<typeof calls.updatePassword.body>) {
  const { userId } = ctx.session;
  const account = await provePassword(ctx, input.current_password);
  requireGoodPassword(input.new_password, [account.email]);
  const password_hash = await ctx.hashes.hash(input.new_password);
  const mail = await drawAccessMail(ctx, userId, 'password-change');
  await ctx.db.transaction().execute(async (tx) => {
    const within = { ...ctx, db: tx };
    await tx.updateTable('users').set({ password_hash }).where('id', '=', userId).execute();
    await noteAccess(within, userId, 'password-change', mail);
    // With a second factor the password alone is no re-authentication. This device is registered again by its next page.
    await renewSession(within, { isProven: !(await hasFactor(tx, userId)), byPassword: true });
  });
  return { detail: 'Senha alterada. Os outros aparelhos precisam entrar de novo.' };
}
