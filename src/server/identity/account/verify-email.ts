import { RESEND_AFTER_S } from '#lib/rules/account/email-verification.ts';
import { DAY_MS } from '#lib/rules/time/spans.ts';
import type { Db } from '../../core/db/connection.ts';
import type { Ctx } from '../../core/http/ctx.ts';
import { brandOfHost } from '../../core/http/public-url.ts';
import { Refusal, refused } from '../../core/http/refusal.ts';
import { queueMail } from '../../messages/mail/outbox.ts';
import { verificationMail } from '../auth/mails.ts';
import { hashSecret, newSecret } from '../auth/tokens.ts';
import { waitingChange } from './email-changes.ts';
import { userParts } from './queries.ts';

const LIFETIME_MS = DAY_MS;

/** What the token of a mail verifies: an address, and the change that waits for it. */
interface VerifiedEmail {
  email: string;
  change?: number;
}

/** Stores the hash of a token that verifies an address. */
export const keepVerification = (tx: Db, userId: number, token: string, content: VerifiedEmail, now: Date) =>
  tx
    .insertInto('auth_tokens')
    .values({
      kind: 'verify_email',
      token_hash: hashSecret(token),
      user_id: userId,
      data: JSON.stringify(content),
      tries: 0,
      created_at: now.toISOString(),
      expires_at: new Date(now.getTime() + LIFETIME_MS).toISOString(),
      used_at: null,
    })
    .execute();

/**
 * Mails a link that verifies the user's address, or a requested new address (PROFILE-06).
 *
 * @throws Refusal 400 for another address, 429 within a minute or after ten in a day
 */
export async function sendEmailVerification(ctx: Ctx, email: string) {
  const { userId } = ctx.session;
  const now = ctx.now();
  const key = email.trim().toLowerCase();
  const [user, waiting] = await Promise.all([userParts(ctx.db, userId), waitingChange(ctx.db, userId, now)]);
  const isChange = waiting?.new_email_key === key;
  if (!user || !(isChange || user.row.email.toLowerCase() === key)) {
    throw refused('Este não é o seu e-mail cadastrado.');
  }
  await ctx.limits.take('verification-mail', String(userId));
  await ctx.limits.take('verification-mail-day', String(userId));
  const token = newSecret();
  const mail = await verificationMail(ctx, {
    to: isChange ? waiting.new_email : user.row.email,
    name: user.row.full_name,
    brand: user.row.marca ?? brandOfHost(ctx),
    token,
    isChange,
  });
  await ctx.db.transaction().execute(async (tx) => {
    await keepVerification(tx, userId, token, { email: key, ...(isChange && { change: waiting.id }) }, now);
    await queueMail(tx, 'verification', mail, now);
  });
  ctx.wake();
  return { detail: 'Enviamos um link para o seu e-mail.', resend_after_s: RESEND_AFTER_S };
}

const dead = () => refused('Este link de confirmação não vale mais. Peça outro no seu perfil.');
const ofOther = () =>
  new Refusal(400, 'Este link é de outra conta. Entre com ela e abra o link de novo.', { code: 'other_account' });

/**
 * Uses the token of the mail, once, for its own user and the address it was sent to. A requested address then replaces the
 * current one.
 *
 * @throws Refusal 400, with the code `other_account` for a valid link of another account
 */
export async function verifyEmail(ctx: Ctx, token: string) {
  const { userId } = ctx.session;
  const now = ctx.now().toISOString();
  await ctx.db.transaction().execute(async (tx) => {
    const found = await tx
      .selectFrom('auth_tokens')
      .select(['id', 'user_id', 'data'])
      .where('kind', '=', 'verify_email')
      .where('token_hash', '=', hashSecret(token))
      .where('used_at', 'is', null)
      .where('expires_at', '>', now)
      .executeTakeFirst();
    if (!found?.data) throw dead();
    if (found.user_id !== userId) throw ofOther();
    const { numUpdatedRows } = await tx
      .updateTable('auth_tokens')
      .set({ used_at: now })
      .where('id', '=', found.id)
      .where('used_at', 'is', null)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw dead();
    const { email, change } = JSON.parse(found.data) as VerifiedEmail;
    if (change !== undefined) await applyChange(tx, userId, change, now);
    const verified = await tx
      .updateTable('users')
      .set({ email_verified: true })
      .where('id', '=', userId)
      .where('email_key', '=', email)
      .returning('id')
      .executeTakeFirst();
    if (!verified) throw dead();
  });
  return { email_verified: true as const };
}

/** Puts the requested address into effect. @throws Refusal 400 if the change was undone meanwhile */
async function applyChange(tx: Db, userId: number, id: number, now: string): Promise<void> {
  const change = await tx
    .updateTable('email_changes')
    .set({ applied_at: now })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('applied_at', 'is', null)
    .where('undone_at', 'is', null)
    .returning(['new_email', 'new_email_key'])
    .executeTakeFirst();
  if (!change) throw dead();
  await tx
    .updateTable('users')
    .set({ email: change.new_email, email_key: change.new_email_key, changed_at: now })
    .where('id', '=', userId)
    .execute();
}
