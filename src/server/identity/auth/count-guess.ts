import type { PublicCtx } from '../../core/http/ctx.ts';
import { logDigest } from '../../core/http/security-log.ts';
import type { Account } from './find-accounts.ts';
import { hashSecret, isKnownOn } from './tokens.ts';

/**
 * Counts a guess before anything is compared, so that parallel guesses count too; a right one is given back. Unknown
 * names count alike.
 *
 * A device has a count of its own, apart from its address, if everybody behind the name used a password there. So
 * guesses from elsewhere do not lock it out. If somebody behind the name is unknown there, all such devices share one
 * count. Otherwise each login of one person would allow fresh guesses at the others.
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
     * Clears the count only if the login proves everybody behind the name; otherwise one of them could guess at the
     * others for ever.
     */
    forget: async (proven: Account[]) => {
      if (proven.length === accounts.length) await limits.clear('login-account', bucket);
    },
  };
}

/**
 * The count of wrong second factors at a login. Who knows the password alone never gets to the count of a device that
 * its owner used, so the owner goes on there. It starts anew when the sessions end, as with a reset of the factors.
 */
export async function secondStepKey(ctx: PublicCtx, account: Account): Promise<string> {
  const device = await ctx.tokens.readDevice(ctx.caller.device);
  return hashSecret([versionsOf([account]), isKnownOn(device, account) ? device.id : ''].join(' '));
}

/** Part of the key of the count: a new password starts a new count, also on locked devices. */
const versionsOf = (accounts: Account[]) => accounts.map(({ id, token_version }) => `${id}:${token_version}`).join();
