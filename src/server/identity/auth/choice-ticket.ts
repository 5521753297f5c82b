import { z } from 'zod';
import type { PublicCtx } from '../../core/http/ctx.ts';
import type { Account } from './find-accounts.ts';
import { type Grant, hashSecret, newSecret } from './tokens.ts';

const LIFETIME_MS = 2 * 60 * 1000;
/** How long after choosing an account the client may still store the links of AUTH-14. */
const RELATED_MS = 10 * 60 * 1000;

const Data = z.object({
  ids: z.array(z.int()),
  /** `token_version` of each account at the time the password was checked. */
  versions: z.array(z.int()),
  scope: z.enum(['full', 'book']),
  bookId: z.int().nullable().default(null),
  isProven: z.boolean().default(false),
});

/** A ticket for one of the listed accounts. It replaces the password, so that no client has to store it (AUTH-06). */
export async function createChoiceTicket(ctx: PublicCtx, accounts: Account[], grant: Grant): Promise<string> {
  const ticket = newSecret();
  const now = ctx.now();
  await ctx.db
    .insertInto('auth_tokens')
    .values({
      kind: 'choice',
      token_hash: hashSecret(ticket),
      user_id: null,
      data: JSON.stringify({
        ids: accounts.map(({ id }) => id),
        versions: accounts.map((each) => each.token_version),
        ...grant,
      }),
      tries: 0,
      created_at: now.toISOString(),
      expires_at: new Date(now.getTime() + LIFETIME_MS).toISOString(),
      used_at: null,
    })
    .execute();
  return ticket;
}

/**
 * Uses a ticket, once.
 *
 * @returns its grant and the chosen account's `token_version` of that time, or null if the ticket is unknown, used, expired or
 *   for other accounts.
 */
export async function spendChoiceTicket(
  ctx: PublicCtx,
  ticket: string,
  userId: number,
): Promise<(Grant & { version: number }) | null> {
  const now = ctx.now().toISOString();
  const found = await ctx.db
    .selectFrom('auth_tokens')
    .select(['id', 'data'])
    .where('kind', '=', 'choice')
    .where('token_hash', '=', hashSecret(ticket))
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  const data = found?.data ? Data.parse(JSON.parse(found.data)) : null;
  const version = data?.versions[data.ids.indexOf(userId)];
  if (!found || !data || version === undefined) return null;
  const spent = await ctx.db
    .updateTable('auth_tokens')
    .set({ used_at: now, user_id: userId })
    .where('id', '=', found.id)
    .where('used_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return spent ? { version, scope: data.scope, bookId: data.bookId, isProven: data.isProven } : null;
}

/** The accounts listed at the user's last choice: only these may be linked (AUTH-14). */
export async function recentlyListed(ctx: PublicCtx, userId: number): Promise<number[]> {
  const since = new Date(ctx.now().getTime() - RELATED_MS).toISOString();
  const row = await ctx.db
    .selectFrom('auth_tokens')
    .select('data')
    .where('kind', '=', 'choice')
    .where('user_id', '=', userId)
    .where('used_at', '>', since)
    .orderBy('id', 'desc')
    .executeTakeFirst();
  return row?.data ? Data.parse(JSON.parse(row.data)).ids : [];
}
