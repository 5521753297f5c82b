import { newAddressMail, verificationMail } from '../auth/mails.ts';
import { hashSecret, newSecret } from '../auth/tokens.ts';
import type { Ctx, Db } from '../http/ctx.ts';
import { Refusal, refused } from '../http/refusal.ts';
import type { Mail } from '../ports/mail.ts';
import { userParts } from './queries.ts';

const LIFETIME_MS = 24 * 60 * 60 * 1000;
const RESEND_AFTER_S = 60;

/** Mails a link that verifies the own address (PROFILE-06). @throws Refusal 400 for another address, 429 within a minute. */
export async function sendEmailVerification(ctx: Ctx, email: string) {
  const { userId } = ctx.session;
  const user = await userParts(ctx.db, userId);
  if (!user || user.row.email.toLowerCase() !== email.trim().toLowerCase())
    throw refused('Este não é o seu e-mail cadastrado.');
  await ctx.limits.take('verification-mail', String(userId));
  const token = newSecret();
  const now = ctx.now();
  const mail = await verificationMail(ctx.config, {
    to: user.row.email,
    name: user.row.full_name,
    brand: user.row.marca ?? 'knn',
    token,
  });
  await ctx.db.transaction().execute(async (tx) => {
    await tx
      .insertInto('auth_tokens')
      .values({
        kind: 'verify_email',
        token_hash: hashSecret(token),
        user_id: userId,
        data: JSON.stringify({ email: user.row.email.toLowerCase() }),
        tries: 0,
        created_at: now.toISOString(),
        expires_at: new Date(now.getTime() + LIFETIME_MS).toISOString(),
        used_at: null,
      })
      .execute();
    await queueMail(tx, 'verification', mail, now);
  });
  ctx.wake();
  return { detail: 'Enviamos um link para o seu e-mail.', resend_after_s: RESEND_AFTER_S };
}

/** Spends the token of the mail, once, for its own user and the address it was sent to. @throws Refusal 400 */
export async function verifyEmail(ctx: Ctx, token: string) {
  const { userId } = ctx.session;
  const now = ctx.now().toISOString();
  const wrong = () => refused('Este link de confirmação não vale mais. Peça outro no seu perfil.');
  await ctx.db.transaction().execute(async (tx) => {
    const spent = await tx
      .updateTable('auth_tokens')
      .set({ used_at: now })
      .where('kind', '=', 'verify_email')
      .where('token_hash', '=', hashSecret(token))
      .where('user_id', '=', userId)
      .where('used_at', 'is', null)
      .where('expires_at', '>', now)
      .returning('data')
      .executeTakeFirst();
    if (!spent?.data) throw wrong();
    const { email } = JSON.parse(spent.data) as { email: string };
    const verified = await tx
      .updateTable('users')
      .set({ email_verified: true })
      .where('id', '=', userId)
      .where('email_key', '=', email)
      .returning('id')
      .executeTakeFirst();
    if (!verified) throw wrong();
  });
  return { email_verified: true as const };
}

/** A new address is verified by its own mail; the old one hears that it was left, in case it was somebody else who did. */
export async function tellOfNewAddress(
  ctx: Ctx,
  before: { email: string | null; full_name: string },
  email: string,
): Promise<void> {
  await sendEmailVerification(ctx, email).catch((error: unknown) => {
    // Within a minute of the last one: the profile offers it again.
    if (!(error instanceof Refusal)) throw error;
  });
  if (!before.email) return;
  const { row } = (await userParts(ctx.db, ctx.session.userId)) ?? {};
  const mail = await newAddressMail(ctx.config, {
    to: before.email,
    name: before.full_name,
    brand: row?.marca ?? 'knn',
  });
  await queueMail(ctx.db, 'new-address', mail, ctx.now());
  ctx.wake();
}

/** Puts a mail where the worker takes it from. */
export const queueMail = (db: Db, kind: string, { to, subject, html, text }: Mail, at: Date) =>
  db
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
    })
    .execute();
