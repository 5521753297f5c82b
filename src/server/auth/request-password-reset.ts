import { authMessages } from '#lib/messages/auth.ts';
import type { PublicCtx } from '../http/ctx.ts';
import { emailKey } from './queries.ts';
import { hashSecret } from './tokens.ts';

/**
 * Notes the wish and answers alike for every address (AUTH-20). Whether somebody is behind it is found out later, outside
 * the request, so that neither words nor time tell.
 */
export async function requestPasswordReset(
  ctx: PublicCtx,
  email: string,
  isAccessCode: boolean,
): Promise<{ detail: string }> {
  const key = emailKey(email);
  await ctx.limits.take('recovery-address', ctx.caller.address);
  await ctx.limits.take('recovery-account', hashSecret(key));
  await ctx.db
    .insertInto('recovery_requests')
    .values({ email_key: key, is_access_code: isAccessCode, created_at: ctx.now().toISOString(), handled_at: null })
    .execute();
  ctx.wake();
  return { detail: ctx.ports.mail.kind === 'none' ? authMessages.noMail : authMessages.recoveryAsked };
}
