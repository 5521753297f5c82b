import type { PublicCtx } from '../http/ctx.ts';
import type { Account } from './find-accounts.ts';
import { hashSecret, isKnownOn } from './tokens.ts';

/**
 * Counts a guess before anything is compared, so that parallel ones count too; what was right is given back. Unknown
 * names count alike.
 *
 * A device where everybody behind the name used a password counts for itself, and apart from its address: nobody
 * elsewhere locks it out. Where somebody behind the name is unknown there, all such devices count together, or each login
 * of one would bring fresh guesses at the others.
 *
 * @throws Refusal 429
 */
export async function countGuess(ctx: PublicCtx, key: string, accounts: Account[]) {
  const { limits, caller } = ctx;
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
    /** Who proved to be everybody behind the name ends the guesses of the last minutes; others could guess for ever. */
    forget: async (proven: Account[]) => {
      if (proven.length === accounts.length) await limits.clear('login-account', bucket);
    },
  };
}

/** A new password begins a new count wherever its owner was locked out. */
const versionsOf = (accounts: Account[]) => accounts.map(({ id, token_version }) => `${id}:${token_version}`).join();
