import type { LoginAnswer } from '#lib/contract/auth.schema.ts';
import type { PublicCtx } from '../../core/http/ctx.ts';
import type { Account } from './find-accounts.ts';
import { openSession } from './open-session.ts';
import { presentChoice } from './present.ts';
import { rememberDevice } from './session.ts';
import type { Grant } from './tokens.ts';

/**
 * Opens the session of an authenticated user.
 *
 * @param byPassword whether the password was given on this device, which then becomes a known device
 */
export async function admit(ctx: PublicCtx, account: Account, grant: Grant, byPassword: boolean): Promise<LoginAnswer> {
  if (byPassword) await rememberDevice(ctx, account);
  const { id: userId, token_version: version } = account;
  const { token, expiresAt } = await openSession(ctx, { userId, version, ...grant });
  await ctx.db.updateTable('users').set({ last_seen_at: ctx.now().toISOString() }).where('id', '=', userId).execute();
  return { users: [presentChoice(account)], access_token: token, token_type: 'bearer', expires_at: expiresAt };
}
