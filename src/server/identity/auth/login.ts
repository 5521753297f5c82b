import type { z } from 'zod';
import type { BookCodeLoginBody, LoginAnswer, LoginBody } from '#lib/contract/auth.schema.ts';
import { BLOCKED_COMPANY_ID } from '#lib/session.ts';
import { errorMessages } from '#lib/words/errors.ts';
import type { PublicCtx } from '../../core/http/ctx.ts';
import { countFailures, unlessFailed } from '../../core/http/limits.ts';
import { Refusal, refused } from '../../core/http/refusal.ts';
import { admit } from './admit.ts';
import { createChoiceTicket, spendChoiceTicket } from './choice-ticket.ts';
import { countGuess } from './count-guess.ts';
import { hasFactor } from './factors.ts';
import { type Account, accountsById, accountsByUsername, mayEnter, usernameKey } from './find-accounts.ts';
import { accountsWithPassword, MAX_ACCOUNTS } from './password.ts';
import { presentChoice } from './present.ts';
import { linkedBook } from './queries.ts';
import { askSecondStep } from './second-step.ts';
import { fullGrant, type Grant, isKnownOn } from './tokens.ts';

/** The grant of a printed code on a device where the password was used before. */
const knownGrant: Grant = { ...fullGrant, isProven: false };
/** Nobody has the id 0: an invalid id becomes 0 and is refused like any other wrong choice. */
const NOBODY = 0;
const chosen = (text: string | undefined) => (text ? (/^\d{1,9}$/.test(text) ? Number(text) : NOBODY) : null);

/** Logs in with a password, or with a choice ticket. @throws Refusal 400 for any error, always with the same text */
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
 * Logs in with a user name and the code of that user's book (AUTH-07). A printed code is no password: its session opens only the
 * practice of this book and its class times, unless this device has used a password before.
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

const wrongLogin = () => refused(errorMessages.auth.wrongLogin);

/**
 * The answer to an authenticated login: a token, or the list to choose from (AUTH-04, AUTH-05).
 *
 * @param proven accounts that the password or the book matches.
 * @param userId the chosen account, which must be among them.
 * @throws Refusal 400 for none, 403 if only accounts of refused units are left (GUARD-15).
 */
export async function enter(
  ctx: PublicCtx,
  proven: Account[],
  userId: number | null,
  grant: Grant,
): Promise<LoginAnswer> {
  // A printed code does not open an account whose course has ended.
  const active = proven.filter((account) => (grant.scope === 'full' ? mayEnter(account) : !account.is_blocked));
  const chosen = userId === null ? active : active.filter((account) => account.id === userId);
  const welcome = chosen.filter((account) => account.company_id !== BLOCKED_COMPANY_ID);
  if (chosen.length > 0 && welcome.length === 0) {
    throw new Refusal(403, 'O acesso desta unidade está suspenso. Fale com a sua escola.', { code: 'blocked_company' });
  }
  const [account] = welcome;
  if (!account) throw wrongLogin();
  if (welcome.length > 1) {
    ctx.stored.choice = await createChoiceTicket(ctx, welcome, grant);
    return { users: welcome.map(presentChoice), access_token: null, token_type: 'bearer', expires_at: null };
  }
  const verified = active.filter((each) => each.company_id !== BLOCKED_COMPANY_ID && each.drive_user_id !== null);
  // Clients without cookies choose by sending the password again. The matching accounts may still be linked (AUTH-14).
  if (userId !== null && verified.length > 1) {
    await spendChoiceTicket(ctx, await createChoiceTicket(ctx, verified, grant), account.id);
  }
  if (grant.scope === 'full' && (await hasFactor(ctx.db, account.id))) {
    return askSecondStep(ctx, account, grant.isProven);
  }
  return admit(ctx, account, grant, grant.isProven);
}
