import { createHmac } from 'node:crypto';
import type { getChatToken as call } from '#lib/contract/account.ts';
import type { CallAnswer } from '#lib/contract/core.ts';
import type { Ctx } from '../../core/http/ctx.ts';

/**
 * Identifies the logged-in user to the support chat (API-78, PROFILE-07). The hash is the proof, so nobody can write in another
 * person's name. Its key never leaves the server.
 */
export async function chatToken({ config, db, session }: Ctx): Promise<CallAnswer<typeof call>> {
  const { CHAT_URL, CHAT_WEBSITE_TOKEN, CHAT_HMAC_KEY } = config;
  if (!CHAT_URL || !CHAT_WEBSITE_TOKEN || !CHAT_HMAC_KEY) return { enabled: false };
  const user = await db
    .selectFrom('users')
    .select(['full_name', 'email'])
    .where('id', '=', session.userId)
    .executeTakeFirstOrThrow();
  const identifier = `portal-${session.userId}`;
  return {
    enabled: true,
    base_url: new URL(CHAT_URL).origin,
    website_token: CHAT_WEBSITE_TOKEN,
    identifier,
    identifier_hash: createHmac('sha256', CHAT_HMAC_KEY).update(identifier).digest('hex'),
    name: user.full_name,
    email: user.email,
  };
}
