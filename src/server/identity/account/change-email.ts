import type { BrandKey } from '#lib/brand.ts';
import type { User } from '#lib/contract/account.schema.ts';
import { maskEmail } from '#lib/format/text.ts';
import { routes } from '#lib/routes.ts';
import { accountMessages } from '#lib/words/account.ts';
import type { Db } from '../../core/db/connection.ts';
import { audit } from '../../core/http/audit.ts';
import type { Ctx, School } from '../../core/http/ctx.ts';
import { brandOfHost } from '../../core/http/public-url.ts';
import { conflict, invalid } from '../../core/http/refusal.ts';
import type { Mail } from '../../core/ports/mail.ts';
import { notifyPerson } from '../../messages/inbox/notify.ts';
import { queueMail } from '../../messages/mail/outbox.ts';
import { emailChangeMail, verificationMail } from '../auth/mails.ts';
import { provePassword } from '../auth/password.ts';
import { newSecret } from '../auth/tokens.ts';
import {
  closeChanges,
  dropWaiting,
  type EmailChange,
  noteChange,
  schoolChange,
  takeBackAndNotify,
  waitingChange,
} from './email-changes.ts';
import { userParts } from './queries.ts';
import { keepVerification } from './verify-email.ts';

/** @returns the address if it is another mailbox than before, otherwise null; upper and lower case do not matter */
export const otherEmail = (email: string | null | undefined, before: Pick<User, 'email'>): string | null =>
  email != null && before.email !== '' && email.toLowerCase() !== before.email?.toLowerCase() ? email : null;

/**
 * Checks the password before a change of address is requested.
 *
 * @throws Refusal 422 without the password, 400 for a wrong one, 429 after five changes in a day
 */
export async function requirePasswordForEmail(ctx: Ctx, password: string | undefined): Promise<void> {
  if (!password)
    throw invalid(`${accountMessages.passwordForEmail}.`, { current_password: accountMessages.passwordForEmail });
  await provePassword(ctx, password);
  await ctx.limits.take('email-change', String(ctx.session.userId));
}

/**
 * Stores a new address until the link in its mailbox is opened. Until then the old address stays valid. It gets one mail, with a
 * link that undoes the change.
 */
export async function askForEmail(ctx: Ctx, before: User, email: string): Promise<void> {
  const now = ctx.now();
  const { userId } = ctx.session;
  const addressee = addresseeOf(before, brandOfHost(ctx));
  const to = { name: before.full_name, brand: addressee.brand };
  const from = trustedAddress(addressee, await unverifiedChange(ctx.db, addressee, now));
  const [token, secret] = [newSecret(), newSecret()];
  // Rendered before the transaction: on SQLite a transaction blocks all other writers.
  const asks = await verificationMail(ctx, { ...to, to: email, token, isChange: true });
  const tells = await emailChangeMail(ctx, { ...to, to: from.email, next: email, secret, isBySchool: false });
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

/** The data of a user that a change of address needs. */
interface Addressee {
  id: number;
  full_name: string;
  email: string;
  email_verified: boolean;
  brand: BrandKey;
}

/** @returns the addressee of a change. @param fallback the brand for a user without a school */
export const addresseeOf = (user: User, fallback: BrandKey): Addressee => ({
  ...user,
  email: user.email ?? '',
  brand: user.drive_user?.company.marca ?? fallback,
});

/** A change that the school wrote within the last day and that neither mailbox has confirmed. */
async function unverifiedChange(db: Db, before: Addressee, now: Date): Promise<EmailChange | null> {
  const open = await schoolChange(db, before.id, now);
  return open && !before.email_verified && (open.recovery_from ?? '') > now.toISOString() ? open : null;
}

/** The last confirmed address, whose owner is notified of later changes. */
const trustedAddress = (before: Addressee, unverified: EmailChange | null) =>
  unverified
    ? { email: unverified.old_email, verified: unverified.old_verified }
    : { email: before.email, verified: before.email_verified };

interface SchoolChange {
  to: string;
  secret: string;
  from: ReturnType<typeof trustedAddress>;
  mail: Mail;
  /** The earlier change that this one corrects. */
  wrong: EmailChange | null;
  /** The corrected change came with a password, so undoing it must invalidate the password. */
  withPassword: boolean;
}

/** Prepares the school's change of an address before the transaction that writes it. */
export async function prepareSchoolChange(
  { db, now, ...desk }: Pick<School, 'config' | 'db' | 'now'>,
  before: Addressee,
  to: string,
): Promise<SchoolChange> {
  const unverified = await unverifiedChange(db, before, now());
  const from = trustedAddress(before, unverified);
  const secret = newSecret();
  const { full_name: name, brand } = before;
  const mail = await emailChangeMail(desk, { to: from.email, name, brand, next: to, secret, isBySchool: true });
  const isBack = unverified?.old_email.toLowerCase() === to.toLowerCase();
  return {
    to,
    secret,
    from,
    mail,
    wrong: isBack ? unverified : null,
    withPassword: unverified?.with_password ?? false,
  };
}

/**
 * Records that the school wrote another address. It is valid for the login at once, and for recovery once the old address agrees
 * or after a day. The person is notified at the old address and in the portal, and can undo it there.
 *
 * @param tx the transaction that wrote the address
 * @param schoolUserId the user who wrote it; null for an import
 */
export async function noteSchoolChange(
  tx: Db,
  userId: number,
  { to, secret, from, mail, wrong, withPassword }: SchoolChange,
  schoolUserId: number | null,
  now: Date,
): Promise<void> {
  // The school corrected the change before anybody confirmed it: the person's own address is restored, so no notice is needed.
  if (wrong && (await takeBackAndNotify(tx, wrong, 'school', now))) return;
  await dropWaiting(tx, userId, now);
  await noteChange(tx, { userId, by: { schoolUserId }, from, to, secret, withPassword }, now);
  if (from.email) await queueMail(tx, 'email-change', mail, now);
  await notifyPerson(tx, now, {
    userId,
    category: 'aviso',
    title: accountMessages.schoolChangedEmail,
    body: accountMessages.schoolChangedEmailTo(maskEmail(to)),
    path: routes.profile.data(),
  });
}

/**
 * Records that the school joins an account with one that nobody has logged in to, which takes over its address and password. The
 * owner of the old address is notified and can undo it; undoing also invalidates a password that came along. The mail is rendered
 * inside the transaction: joins are rare, and the mail states the data of that moment.
 *
 * @returns false if the address stays the same
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

/** The user's own address, the requested new address, and the school's change. */
export async function readOwnEmail(ctx: Ctx) {
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
    // Requested, and not yet confirmed in its mailbox.
    pendente: waiting ? { email: waiting.new_email, pedido_em: waiting.created_at } : null,
    da_escola: bySchool
      ? {
          de: bySchool.old_email,
          para: bySchool.new_email,
          em: bySchool.created_at,
          desfaz_ate: bySchool.undo_until,
          // It came with a password, so undoing ends all sessions, this one too, and mails the earlier address a link that sets
          // another password.
          encerra: bySchool.with_password,
        }
      : null,
  };
}

/** Undoes the user's own change, or the school's. @throws Refusal 409 if there is none any more */
export async function undoOwnEmail(ctx: Ctx, what: 'pendente' | 'escola') {
  const { userId } = ctx.session;
  await ctx.db.transaction().execute(async (tx) => {
    const find = what === 'pendente' ? waitingChange : schoolChange;
    const change = await find(tx, userId, ctx.now());
    if (!change || !(await takeBackAndNotify(tx, change, 'person', ctx.now())))
      throw conflict(accountMessages.nothingToUndo);
    await audit({ ...ctx, db: tx }, 'email-undone', `user:${userId}`);
  });
  ctx.wake();
  return readOwnEmail(ctx);
}
