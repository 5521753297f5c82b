import type { z } from 'zod';
import type { BookCodeLoginBody, LoginAnswer, LoginBody } from '#lib/contract/auth.schema.ts';
import type { PublicCtx } from '../http/ctx.ts';
import { spendChoiceTicket } from './choice-ticket.ts';
import { enter, wrongLogin } from './enter.ts';
import { type Account, accountsById, accountsByUsername, bookOwner, usernameKey } from './queries.ts';
import { hashSecret } from './tokens.ts';
import { accountsWithPassword, MOST_ACCOUNTS } from './verify-password.ts';

/** Nobody has the id 0: what is no id chooses nobody, and is refused like any other wrong choice. */
const NOBODY = 0;
const chosen = (text: string | undefined) => (text ? (/^\d{1,9}$/.test(text) ? Number(text) : NOBODY) : null);

/** Logs in with a password, or with a choice ticket in its place. @throws Refusal 400 for anything wrong, always alike. */
export async function login(ctx: PublicCtx, body: z.infer<typeof LoginBody>): Promise<LoginAnswer> {
  const userId = chosen(body.user_id);
  const ticket = ctx.caller.choiceTicket;
  if (userId !== null && !body.password && ticket) return loginWithTicket(ctx, ticket, userId);
  const key = usernameKey(body.username ?? '');
  const accounts = await accountsByUsername(ctx.db, key, MOST_ACCOUNTS);
  const guess = await countGuess(ctx, key, accounts);
  const proven = await accountsWithPassword(ctx, accounts, body.password ?? '');
  if (!body.password || proven.length === 0) throw wrongLogin();
  await guess.forget(proven);
  return enter(ctx, proven, userId, 'full');
}

/**
 * Logs in with a user name and the code of that user's book (AUTH-07). A printed code is no password, so the session
 * reaches neither money nor profile, unless a password was used on this device before.
 */
export async function loginWithBookCode(ctx: PublicCtx, body: z.infer<typeof BookCodeLoginBody>): Promise<LoginAnswer> {
  const userId = chosen(body.user_id);
  if (userId !== null && !body.uuid && ctx.caller.choiceTicket)
    return loginWithTicket(ctx, ctx.caller.choiceTicket, userId);
  const key = usernameKey(body.username ?? '');
  const accounts = await accountsByUsername(ctx.db, key, MOST_ACCOUNTS);
  const guess = await countGuess(ctx, key, accounts);
  const owner = body.uuid ? await bookOwner(ctx.db, body.uuid.trim()) : null;
  const proven = accounts.filter((account) => account.id === owner);
  if (proven.length === 0) throw wrongLogin();
  await guess.forget(proven);
  const known = await ctx.tokens.readDevice(ctx.caller.device);
  return enter(ctx, proven, userId, proven.every(({ id }) => known.includes(id)) ? 'full' : 'book');
}

async function loginWithTicket(ctx: PublicCtx, ticket: string, userId: number): Promise<LoginAnswer> {
  await ctx.limits.take('login-address', ctx.caller.address);
  const spent = await spendChoiceTicket(ctx, ticket, userId);
  if (!spent) throw wrongLogin();
  const accounts = await accountsById(ctx.db, [userId]);
  const unchanged = accounts.filter((account) => account.token_version === spent.version);
  return enter(ctx, unchanged, userId, spent.scope);
}

/**
 * Counts a guess before anything is compared, so that parallel ones count too. Unknown names count alike. Devices where
 * an owner used a password share a bucket of their own: others' guesses do not lock the owner out. It hangs on who is
 * known there, since a device token is new after every login. Where several share a name, only what proves all of them
 * gives anything back, or one of them could guess at the others for ever.
 *
 * @throws Refusal 429
 */
async function countGuess(ctx: PublicCtx, key: string, accounts: Account[]) {
  await ctx.limits.take('login-address', ctx.caller.address);
  const devices = await ctx.tokens.readDevice(ctx.caller.device);
  const known = accounts.filter(({ id }) => devices.includes(id)).map(({ id }) => id);
  const bucket = hashSecret(known.length > 0 ? `${key} ${known.join()}` : key);
  await ctx.limits.take('login-account', bucket);
  await ctx.limits.take('login-account-day', bucket);
  return {
    forget: async (proven: Account[]) => {
      if (proven.length === accounts.length) await ctx.limits.clear('login-account', bucket);
    },
  };
}
