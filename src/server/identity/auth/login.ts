import type { z } from 'zod';
import type { BookCodeLoginBody, LoginAnswer, LoginBody } from '#lib/contract/auth.schema.ts';
import type { PublicCtx } from '../../core/http/ctx.ts';
import { countFailures, unlessFailed } from '../../core/http/limits.ts';
import { spendChoiceTicket } from './choice-ticket.ts';
import { countGuess } from './count-guess.ts';
import { enter, wrongLogin } from './enter.ts';
import { accountsById, accountsByUsername, usernameKey } from './find-accounts.ts';
import { accountsWithPassword, MAX_ACCOUNTS } from './password.ts';
import { linkedBook } from './queries.ts';
import { fullGrant, type Grant, isKnownOn } from './tokens.ts';

/** A printed code on a device where the password was used before. */
const knownGrant: Grant = { ...fullGrant, isProven: false };
/** Nobody has the id 0: an invalid id becomes 0 and is refused like any other wrong choice. */
const NOBODY = 0;
const chosen = (text: string | undefined) => (text ? (/^\d{1,9}$/.test(text) ? Number(text) : NOBODY) : null);

/** Logs in with a password, or with a choice ticket instead. @throws Refusal 400 for any error, always the same. */
export async function login(ctx: PublicCtx, body: z.infer<typeof LoginBody>): Promise<LoginAnswer> {
  const userId = chosen(body.user_id);
  const ticket = ctx.caller.choiceTicket;
  if (userId !== null && !body.password && ticket) return loginWithTicket(ctx, ticket, userId);
  const key = usernameKey(body.username ?? '');
  const accounts = await accountsByUsername(ctx.db, key, MAX_ACCOUNTS);
  const guess = await countGuess(ctx, key, accounts);
  const proven = await unlessFailed(async () => {
    const matching = await accountsWithPassword(ctx, accounts, body.password ?? '');
    if (!body.password || matching.length === 0) throw wrongLogin();
    return matching;
  }, guess.giveBack);
  await guess.forget(proven);
  return enter(ctx, proven, userId, fullGrant);
}

/**
 * Logs in with a user name and the code of that user's book (AUTH-07). A printed code is no password. Its session opens
 * only the practice of this book and its class times, unless this device has used a password before.
 */
export async function loginWithBookCode(ctx: PublicCtx, body: z.infer<typeof BookCodeLoginBody>): Promise<LoginAnswer> {
  const userId = chosen(body.user_id);
  if (userId !== null && !body.uuid && ctx.caller.choiceTicket)
    return loginWithTicket(ctx, ctx.caller.choiceTicket, userId);
  const key = usernameKey(body.username ?? '');
  const accounts = await accountsByUsername(ctx.db, key, MAX_ACCOUNTS);
  const guess = await countGuess(ctx, key, accounts);
  const { book, proven } = await unlessFailed(async () => {
    const linked = body.uuid ? await linkedBook(ctx.db, body.uuid.trim()) : null;
    const matching = accounts.filter((account) => account.id === linked?.user_id);
    if (linked === null || matching.length === 0) throw wrongLogin();
    return { book: linked, proven: matching };
  }, guess.giveBack);
  await guess.forget(proven);
  const device = await ctx.tokens.readDevice(ctx.caller.device);
  const isKnown = proven.every((account) => isKnownOn(device, account));
  return enter(ctx, proven, userId, isKnown ? knownGrant : { scope: 'book', bookId: book.id, isProven: false });
}

async function loginWithTicket(ctx: PublicCtx, ticket: string, userId: number): Promise<LoginAnswer> {
  const spent = await countFailures(ctx.limits, 'login-address', ctx.caller.address, async () => {
    const found = await spendChoiceTicket(ctx, ticket, userId);
    if (!found) throw wrongLogin();
    return found;
  });
  const accounts = await accountsById(ctx.db, [userId]);
  const unchanged = accounts.filter((account) => account.token_version === spent.version);
  const { scope, bookId, isProven } = spent;
  return enter(ctx, unchanged, userId, { scope, bookId, isProven });
}
