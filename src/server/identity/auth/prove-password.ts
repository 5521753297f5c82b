import type { Ctx } from '../../core/http/ctx.ts';
import { countFailures } from '../../core/http/limits.ts';
import { refused } from '../../core/http/refusal.ts';
import { type Account, accountsById } from './find-accounts.ts';

/**
 * Asks the logged-in user for the password again, before an action that a borrowed session must not do.
 *
 * @throws Refusal 400 for a wrong one, 429 after ten wrong ones
 */
export const provePassword = (ctx: Ctx, typed: string): Promise<Account> =>
  countFailures(ctx.limits, 'password-proof', String(ctx.session.userId), async () => {
    const [account] = await accountsById(ctx.db, [ctx.session.userId]);
    // 400, not 401: a wrong password here does not end the session.
    if (!account || !(await ctx.hashes.verify(account.password_hash, typed))) {
      throw refused('A senha atual não confere.', { current_password: 'A senha atual não confere' });
    }
    return account;
  });
