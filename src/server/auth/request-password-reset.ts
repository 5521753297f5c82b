import { authMessages } from '#lib/words/auth.ts';
import type { PublicCtx } from '../http/ctx.ts';
import { accountsById, emailKey } from './find-accounts.ts';
import { hashSecret, isKnownOn } from './tokens.ts';

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
  await ctx.limits.take('recovery-account', await bucketOf(ctx, key));
  await ctx.db
    .insertInto('recovery_requests')
    .values({ email_key: key, is_access_code: isAccessCode, created_at: ctx.now().toISOString(), handled_at: null })
    .execute();
  ctx.wake();
  return { detail: ctx.ports.mail.kind === 'none' ? authMessages.noMail : authMessages.recoveryAsked };
}

/**
 * A device where a password of this address was used counts for itself: what strangers ask for refuses no owner there. Only
 * accounts that the device brings along are looked at, so time tells of nobody else.
 */
async function bucketOf({ db, tokens, caller }: PublicCtx, key: string): Promise<string> {
  const device = await tokens.readDevice(caller.device);
  const accounts = await accountsById(db, [...device.users.keys()]);
  const isKnown = accounts.some((account) => isKnownOn(device, account) && emailKey(account.email) === key);
  return hashSecret(isKnown ? `${key} device ${device.id}` : key);
}
