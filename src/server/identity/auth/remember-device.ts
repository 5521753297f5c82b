import type { PublicCtx } from '../../core/http/ctx.ts';

const MAX_DEVICE_USERS = 10;

/**
 * Notes that a password was used here. Now the device is known: guesses by others do not lock its owner out, and book
 * codes open everything.
 */
export async function rememberDevice(
  ctx: PublicCtx,
  { id, token_version }: { id: number; token_version: number },
): Promise<void> {
  const device = await ctx.tokens.readDevice(ctx.caller.device);
  const others = [...device.users].filter(([other]) => other !== id);
  const users = new Map([[id, token_version] as const, ...others].slice(0, MAX_DEVICE_USERS));
  ctx.kept.device = await ctx.tokens.issueDevice(users, device.id);
}
