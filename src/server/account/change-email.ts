import type { BrandKey } from '#lib/brand.ts';
import type { OwnEmail, User } from '#lib/contract/account.schema.ts';
import { maskEmail } from '#lib/format/text.ts';
import { routes } from '#lib/routes.ts';
import { accountMessages } from '#lib/words/account.ts';
import { emailChangeMail, verificationMail } from '../auth/mails.ts';
import { provePassword } from '../auth/prove-password.ts';
import { newSecret } from '../auth/tokens.ts';
import { audit } from '../http/audit.ts';
import type { Ctx, Db, School } from '../http/ctx.ts';
import { conflict, invalid } from '../http/refusal.ts';
import { tell } from '../inbox/notify.ts';
import type { Mail } from '../ports/mail.ts';
import {
  closeChanges,
  dropWaiting,
  type EmailChange,
  noteChange,
  schoolChange,
  takeBackAndTell,
  waitingChange,
} from './email-changes.ts';
import { userParts } from './queries.ts';
import { keepVerification, queueMail } from './verify-email.ts';

/** @returns the address where it is another one than before, else null: other letters are the same mailbox */
export const otherEmail = (email: string | null | undefined, before: Pick<User, 'email'>): string | null =>
  email != null && email.toLowerCase() !== before.email?.toLowerCase() ? email : null;

/**
 * Proves that the owner asks for another address. Asked before anything is written.
 *
 * @throws Refusal 422 without the password, 400 for a wrong one, 429 after five changes in a day
 */
export async function proveEmailChange(ctx: Ctx, password: string | undefined): Promise<void> {
  if (!password)
    throw invalid(`${accountMessages.passwordForEmail}.`, { current_password: accountMessages.passwordForEmail });
  await provePassword(ctx, password);
  await ctx.limits.take('email-change', String(ctx.session.userId));
}

/**
 * Puts a new address where it waits until the link in its mailbox is opened. The address of before goes on to count, and
 * hears of it once, with a link that takes it back.
 */
export async function askForEmail(ctx: Ctx, before: User, email: string): Promise<void> {
  const now = ctx.now();
  const { userId } = ctx.session;
  const brand = before.drive_user?.company.marca ?? 'knn';
  const to = { name: before.full_name, brand };
  const addressee = addresseeOf(before);
  const from = trustedAddress(addressee, await unprovedChange(ctx.db, addressee, now));
  const [token, secret] = [newSecret(), newSecret()];
  // Made before the transaction, which on SQLite keeps everybody else waiting.
  const asks = await verificationMail(ctx.config, { ...to, to: email, token, isChange: true });
  const tells = await emailChangeMail(ctx.config, { ...to, to: from.email, next: email, secret, isBySchool: false });
  await ctx.db.transaction().execute(async (tx) => {
    await dropWaiting(tx, userId, now);
    const change = await noteChange(tx, { userId, by: 'person', from, to: email, secret }, now);
    await keepVerification(tx, userId, token, { email: email.toLowerCase(), change }, now);
    await queueMail(tx, 'verification', asks, now);
    if (from.email) await queueMail(tx, 'email-change', tells, now);
    await audit({ ...ctx, db: tx }, 'email-asked', `user:${userId}`);
  });
  ctx.wake();
}

/** Whose address it is, as far as a change of it needs to know. */
interface Addressee {
  id: number;
  full_name: string;
  email: string;
  email_verified: boolean;
  brand: BrandKey;
}

/** @returns the addressee of a change */
export const addresseeOf = (user: User): Addressee => ({
  ...user,
  email: user.email ?? '',
  brand: user.drive_user?.company.marca ?? 'knn',
});

/** What the school wrote within a day while nobody proved it: neither its new mailbox nor the old one. */
async function unprovedChange(db: Db, before: Addressee, now: Date): Promise<EmailChange | null> {
  const open = await schoolChange(db, before.id, now);
  return open && !before.email_verified && (open.recovery_from ?? '') > now.toISOString() ? open : null;
}

/** Whoever had the address before one that nobody proved hears of what comes next. */
const trustedAddress = (before: Addressee, unproved: EmailChange | null) =>
  unproved
    ? { email: unproved.old_email, verified: unproved.old_verified }
    : { email: before.email, verified: before.email_verified };

interface SchoolChange {
  to: string;
  secret: string;
  from: ReturnType<typeof trustedAddress>;
  mail: Mail;
  /** The change that this one sets right again. */
  wrong: EmailChange | null;
  /** A password came with the change that this one follows, so that the address before both trusts none. */
  withPassword: boolean;
}

/** Made before the transaction in which a person of the school writes an address. */
export async function prepareSchoolChange(
  { config, db, now }: Pick<School, 'config' | 'db' | 'now'>,
  before: Addressee,
  to: string,
): Promise<SchoolChange> {
  const unproved = await unprovedChange(db, before, now());
  const from = trustedAddress(before, unproved);
  const secret = newSecret();
  const { full_name: name, brand } = before;
  const mail = await emailChangeMail(config, { to: from.email, name, brand, next: to, secret, isBySchool: true });
  const isBack = unproved?.old_email.toLowerCase() === to.toLowerCase();
  return { to, secret, from, mail, wrong: isBack ? unproved : null, withPassword: unproved?.with_password ?? false };
}

/**
 * The school wrote another address: it counts for the login at once, and for a recovery when the old one agreed or a day
 * has passed. The person hears of it at the old address and in the portal, and takes it back there.
 *
 * @param tx the transaction that wrote the address
 * @param schoolUserId whoever wrote it; null for a table
 */
export async function noteSchoolChange(
  tx: Db,
  userId: number,
  { to, secret, from, mail, wrong, withPassword }: SchoolChange,
  schoolUserId: number | null,
  now: Date,
): Promise<void> {
  // Set right again before anybody proved it: it is the person's own address, as it was, and there is nothing else to tell.
  if (wrong && (await takeBackAndTell(tx, wrong, 'school', now))) return;
  await dropWaiting(tx, userId, now);
  await noteChange(tx, { userId, by: { schoolUserId }, from, to, secret, withPassword }, now);
  if (from.email) await queueMail(tx, 'email-change', mail, now);
  await tell(tx, now, {
    userId,
    category: 'aviso',
    title: accountMessages.schoolChangedEmail,
    body: accountMessages.schoolChangedEmailTo(maskEmail(to)),
    path: routes.profile.data(),
  });
}

/**
 * The school joins an account into one that nobody has entered, which takes over its address and its password. Whoever
 * reads the address of before hears of it and has the last word: undoing it trusts no password that came along. The mail is
 * made within the transaction, since it is rare and says what stands there now.
 *
 * @returns false where the address of before is the same
 */
export async function noteJoinedEmail(ctx: Ctx, before: Addressee, to: string): Promise<boolean> {
  const now = ctx.now();
  const { from, secret, mail } = await prepareSchoolChange(ctx, before, to);
  await closeChanges(ctx.db, before.id, now, before.email);
  if (from.email.toLowerCase() === to.toLowerCase()) return false;
  const by = { schoolUserId: ctx.session.userId };
  await noteChange(ctx.db, { userId: before.id, by, from, to, secret, withPassword: true }, now);
  if (from.email) await queueMail(ctx.db, 'email-change', mail, now);
  return true;
}

/** The own address, what waits to take its place, and what the school changed. */
export async function readOwnEmail(ctx: Ctx): Promise<OwnEmail> {
  const { userId } = ctx.session;
  const now = ctx.now();
  const [parts, waiting, bySchool] = await Promise.all([
    userParts(ctx.db, userId),
    waitingChange(ctx.db, userId, now),
    schoolChange(ctx.db, userId, now),
  ]);
  return {
    email: parts?.row.email ?? '',
    confirmado: parts?.row.email_verified ?? false,
    pendente: waiting ? { email: waiting.new_email, pedido_em: waiting.created_at } : null,
    da_escola: bySchool
      ? {
          de: bySchool.old_email,
          para: bySchool.new_email,
          em: bySchool.created_at,
          desfaz_ate: bySchool.undo_until,
          encerra: bySchool.with_password,
        }
      : null,
  };
}

/** Takes back the own wish, or what the school changed. @throws Refusal 409 when there is none any more */
export async function undoOwnEmail(ctx: Ctx, what: 'pendente' | 'escola'): Promise<OwnEmail> {
  const { userId } = ctx.session;
  await ctx.db.transaction().execute(async (tx) => {
    const find = what === 'pendente' ? waitingChange : schoolChange;
    const change = await find(tx, userId, ctx.now());
    if (!change || !(await takeBackAndTell(tx, change, 'person', ctx.now())))
      throw conflict(accountMessages.nothingToUndo);
    await audit({ ...ctx, db: tx }, 'email-undone', `user:${userId}`);
  });
  ctx.wake();
  return readOwnEmail(ctx);
}
