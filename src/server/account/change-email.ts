import type { OwnEmail, User } from '#lib/contract/account.schema.ts';
import { accountMessages } from '#lib/messages/account.ts';
import { emailChangeMail, verificationMail } from '../auth/mails.ts';
import { provePassword } from '../auth/prove-password.ts';
import { newSecret } from '../auth/tokens.ts';
import type { Ctx, Db } from '../http/ctx.ts';
import { conflict, invalid } from '../http/refusal.ts';
import type { Mail } from '../ports/mail.ts';
import { audit } from './audit.ts';
import { dropWaiting, noteChange, schoolChange, schoolChangeFrom, takeBack, waitingChange } from './email-changes.ts';
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
  const from = await trustedAddress(ctx.db, before, now);
  const [token, secret] = [newSecret(), newSecret()];
  // Made before the transaction, which on SQLite keeps everybody else waiting.
  const asks = await verificationMail(ctx.config, { ...to, to: email, token, isChange: true });
  const tells = await emailChangeMail(ctx.config, { ...to, to: from.email, next: email, secret, isBySchool: false });
  await ctx.db.transaction().execute(async (tx) => {
    await dropWaiting(tx, userId, now);
    const change = await noteChange(tx, { userId, schoolUserId: null, from, to: email, secret }, now);
    await keepVerification(tx, userId, token, { email: email.toLowerCase(), change }, now);
    await queueMail(tx, 'verification', asks, now);
    if (from.email) await queueMail(tx, 'email-change', tells, now);
    await audit({ ...ctx, db: tx }, 'email-asked', `user:${userId}`);
  });
  ctx.wake();
}

/** An address that the school wrote is proved by nobody yet: whoever had the one before hears of what comes next. */
async function trustedAddress(db: Db, before: User, now: Date) {
  const open = await schoolChange(db, before.id, now);
  if (open && !before.email_verified && (open.recovery_from ?? '') > now.toISOString()) {
    return { email: open.old_email, verified: open.old_verified };
  }
  return { email: before.email ?? '', verified: before.email_verified };
}

interface SchoolChange {
  to: string;
  secret: string;
  from: Awaited<ReturnType<typeof trustedAddress>>;
  mail: Mail;
}

/** Made before the transaction in which the school writes an address. */
export async function prepareSchoolChange(ctx: Ctx, before: User, to: string): Promise<SchoolChange> {
  const from = await trustedAddress(ctx.db, before, ctx.now());
  const secret = newSecret();
  const mail = await emailChangeMail(ctx.config, {
    to: from.email,
    name: before.full_name,
    brand: before.drive_user?.company.marca ?? 'knn',
    next: to,
    secret,
    isBySchool: true,
  });
  return { to, secret, from, mail };
}

/**
 * The school wrote another address: it counts for the login at once, and for a recovery when the old one agreed or a day
 * has passed. The person hears of it at the old address and in the portal, and takes it back there.
 *
 * @param tx the transaction that wrote the address
 * @returns false when the school only set right what it wrote before: the person is told nothing
 */
export async function noteSchoolChange(
  ctx: Ctx,
  tx: Db,
  userId: number,
  { to, secret, from, mail }: SchoolChange,
): Promise<boolean> {
  const now = ctx.now();
  const wrong = await schoolChangeFrom(tx, userId, to, now);
  // Set right again: it is the person's own address, as it was.
  if (wrong && (await takeBack(tx, wrong, now))) return false;
  await dropWaiting(tx, userId, now);
  await noteChange(tx, { userId, schoolUserId: ctx.session.userId, from, to, secret }, now);
  if (from.email) await queueMail(tx, 'email-change', mail, now);
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
      ? { de: bySchool.old_email, para: bySchool.new_email, em: bySchool.created_at, desfaz_ate: bySchool.undo_until }
      : null,
  };
}

/** Takes back the own wish, or what the school changed. @throws Refusal 409 when there is none any more */
export async function undoOwnEmail(ctx: Ctx, what: 'pendente' | 'escola'): Promise<OwnEmail> {
  const { userId } = ctx.session;
  await ctx.db.transaction().execute(async (tx) => {
    const find = what === 'pendente' ? waitingChange : schoolChange;
    const change = await find(tx, userId, ctx.now());
    if (!change || !(await takeBack(tx, change, ctx.now()))) throw conflict(accountMessages.nothingToUndo);
    await audit({ ...ctx, db: tx }, 'email-undone', `user:${userId}`);
  });
  return readOwnEmail(ctx);
}
