import { authMessages } from '#lib/words/auth.ts';
import type { PublicCtx } from '../../core/http/ctx.ts';
import { accountsById, emailKey } from './find-accounts.ts';
import { hashSecret, isKnownOn } from './tokens.ts';

/**
 * Notes the request and answers alike for every address (AUTH-20). A later job looks for the account, so neither words
 * nor time tell whether one exists.
 */
export async function requestPasswordReset(
  ctx: PublicCtx,
  email: string,
  isAccessCode: boolean,
): Promise<{ detail: string }> {
  const key = emailKey(email);
  await ctx.limits.take('recovery-address', ctx.caller.address);
  await ctx.limits.take('recovery-account', await bucketOf(ctx, key));
  await ctx.db
    .insertInto('recovery_requests')
    .values({ email_key: key, is_access_code: isAccessCode, created_at: ctx.now().toISOString(), handled_at: null })
    .execute();
  ctx.wake();
  return { detail: ctx.ports.mail.kind === 'none' ? authMessages.noMail : authMessages.recoveryAsked };
}

/**
 * A device that used a password of this address has its own count, so strangers' requests do not block the owner. It
 * only looks at accounts that the device names, so the time reveals no others.
 */
async function bucketOf({ db, tokens, caller }: PublicCtx, key: string): Promise<string> {
  const device = await tokens.readDevice(caller.device);
  const accounts = await accountsById(db, [...device.users.keys()]);
  const isKnown = accounts.some((account) => isKnownOn(device, account) && emailKey(account.email) === key);
  return hashSecret(isKnown ? `${key} device ${device.id}` : key);
}
