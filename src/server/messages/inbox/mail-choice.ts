import { createHmac, timingSafeEqual } from 'node:crypto';
import { maskEmail, maskName } from '#lib/format/text.ts';
import { noticeMessages } from '#lib/words/inbox.ts';
import type { PublicCtx } from '../../core/http/ctx.ts';
import { notFound } from '../../core/http/refusal.ts';
import type { Tokens } from '../../identity/auth/tokens.ts';
import { updatePreferences } from './preferences.ts';

const PURPOSE = 'mail-choice';
/** 16 bytes: 128 bits cannot be guessed. */
const SIGNATURE_BYTES = 16;
const TOKEN = /^([1-9]\d{0,8})\.([\w-]{22})$/;

type Keys = Pick<Tokens, 'derivedKey' | 'derivedKeys'>;

const signatureOf = (key: Uint8Array, userId: number): string =>
  createHmac('sha256', key).update(String(userId)).digest().subarray(0, SIGNATURE_BYTES).toString('base64url');

/**
 * The secret of a mail's link by which its reader, without a login, unsubscribes from messages by mail. It allows nothing else,
 * and does not expire, because a mail may be read years later.
 */
export const mailChoiceToken = (tokens: Keys, userId: number): string =>
  `${userId}.${signatureOf(tokens.derivedKey(PURPOSE), userId)}`;

/** @returns the user of a link; null for a link without a valid signature */
function signedUser(tokens: Keys, token: string): number | null {
  const [, id, text] = TOKEN.exec(token) ?? [];
  if (id === undefined || text === undefined) return null;
  // Compared as texts, not bytes: the last of 22 characters has four unused bits, so sixteen texts decode to one signature.
  const isSigned = tokens
    .derivedKeys(PURPOSE)
    .some((key) => timingSafeEqual(Buffer.from(text), Buffer.from(signatureOf(key, Number(id)))));
  return isSigned ? Number(id) : null;
}

/** The user of a link, and whether messages come by mail. @throws Refusal 404 */
export async function readMailChoice({ db, tokens }: PublicCtx, token: string) {
  const userId = signedUser(tokens, token);
  if (userId === null) throw notFound(noticeMessages.deadMailLink);
  const user = await db
    .selectFrom('users')
    .leftJoin('notification_preferences as mails', (join) =>
      join.onRef('mails.user_id', '=', 'users.id').on('mails.category', '=', 'email'),
    )
    .select(['users.full_name', 'users.email', 'mails.enabled'])
    .where('users.id', '=', userId)
    .executeTakeFirst();
  if (!user) throw notFound(noticeMessages.deadMailLink);
  return {
    nome_mascarado: maskName(user.full_name),
    email_mascarado: maskEmail(user.email),
    recebe: user.enabled ?? true,
  };
}

/** Sets whether messages of the school come by mail; idempotent. @throws Refusal 404 */
export async function setMailChoice(ctx: PublicCtx, token: string, recebe: boolean) {
  const choice = await readMailChoice(ctx, token);
  await updatePreferences(ctx.db, signedUser(ctx.tokens, token) as number, { email: recebe });
  return { ...choice, recebe };
}
