import { createHmac, timingSafeEqual } from 'node:crypto';
import { maskEmail, maskName } from '#lib/format/text.ts';
import { noticeMessages } from '#lib/words/inbox.ts';
import type { PublicCtx } from '../../core/http/ctx.ts';
import { notFound } from '../../core/http/refusal.ts';
import type { Tokens } from '../../identity/auth/tokens.ts';
import { updatePreferences } from './preferences.ts';

const PURPOSE = 'mail-choice';
/** 16 bytes: nobody can guess 128 bits. */
const SIGNATURE_BYTES = 16;
const TOKEN = /^([1-9]\d{0,8})\.([\w-]{22})$/;

type Keys = Pick<Tokens, 'derivedKey' | 'derivedKeys'>;

const signatureOf = (key: Uint8Array, userId: number): string =>
  createHmac('sha256', key).update(String(userId)).digest().subarray(0, SIGNATURE_BYTES).toString('base64url');

/**
 * The secret of a mail's link with which its reader, without a login, gets no more messages by mail. It opens nothing
 * else, and it never ends: a mail may be read years later.
 */
export const mailChoiceToken = (tokens: Keys, userId: number): string =>
  `${userId}.${signatureOf(tokens.derivedKey(PURPOSE), userId)}`;

/** @returns the user whom a link names; null for a link that the school did not sign */
function signedUser(tokens: Keys, token: string): number | null {
  const [, id, text] = TOKEN.exec(token) ?? [];
  if (id === undefined || text === undefined) return null;
  // Texts, not bytes: the last letter of 22 has four bits that mean nothing, so sixteen texts decode to one signature.
  const isSigned = tokens
    .derivedKeys(PURPOSE)
    .some((key) => timingSafeEqual(Buffer.from(text), Buffer.from(signatureOf(key, Number(id)))));
  return isSigned ? Number(id) : null;
}

/** Whose mails a link is about, and whether they come. @throws Refusal 404 */
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

/** Chooses whether messages of the school come by mail. Sent twice, it changes nothing. @throws Refusal 404 */
export async function setMailChoice(ctx: PublicCtx, token: string, recebe: boolean) {
  const choice = await readMailChoice(ctx, token);
  await updatePreferences(ctx.db, signedUser(ctx.tokens, token) as number, { email: recebe });
  return { ...choice, recebe };
}
