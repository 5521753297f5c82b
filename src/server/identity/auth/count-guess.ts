import type { PublicCtx } from '../../core/http/ctx.ts';
import { logDigest } from '../../core/http/security-log.ts';
import type { Account } from './find-accounts.ts';
import { hashSecret, isKnownOn } from './tokens.ts';

/**
 * Counts a guess before anything is compared, so that parallel guesses count too; a right guess is given back. Unknown login
 * names are counted in the same way.
 *
 * If everybody with this login name has used a password on a device, the device has a count of its own, so guesses from elsewhere
 * do not lock it out. If only some have, all such devices share one count. Otherwise each login of one person would allow more
 * guesses at the others.
 *
 * @throws Refusal 429
 */
export async function countGuess(ctx: PublicCtx, key: string, accounts: Account[]) {
  const { limits, caller } = ctx;
  ctx.stored.named = logDigest(ctx, key);
  const device = await ctx.tokens.readDevice(caller.device);
  const known = accounts.filter((account) => isKnownOn(device, account));
  const isOwn = known.length > 0 && known.length === accounts.length && device.id !== null;
  const bucket = hashSecret([key, versionsOf(accounts), isOwn ? device.id : versionsOf(known)].join(' '));
  if (known.length === 0) await limits.take('login-address', caller.address);
  await limits.take('login-account', bucket);
  await limits.take('login-account-day', bucket);
  return {
    giveBack: () =>
      Promise.all([
        known.length === 0 && limits.giveBack('login-address', caller.address),
        limits.giveBack('login-account', bucket),
        limits.giveBack('login-account-day', bucket),
      ]),
    /**
     * Clears the count only if the login authenticates everybody with this login name; otherwise one of them could guess the
     * others' passwords without limit.
     */
    forget: async (proven: Account[]) => {
      if (proven.length === accounts.length) await limits.clear('login-account', bucket);
    },
  };
}

/**
 * The key of the count of wrong second factors at a login. The owner's known device has a count of its own, so somebody who only
 * knows the password cannot lock the owner out. The count restarts when the sessions end, for example when the factors are reset.
 */
export async function secondStepKey(ctx: PublicCtx, account: Account): Promise<string> {
  const device = await ctx.tokens.readDevice(ctx.caller.device);
  return hashSecret([versionsOf([account]), isKnownOn(device, account) ? device.id : ''].join(' '));
}

/** Part of the count's key: a new password starts a new count, also on locked devices. */
const versionsOf = (accounts: Account[]) => accounts.map(({ id, token_version }) => `${id}:${token_version}`).join();
