import { sql } from 'kysely';
import type { Ctx } from '../../core/http/ctx.ts';
import { endAllSessions } from './end-sessions.ts';
import { claimsOf, noSession } from './find-session.ts';
import { openSession } from './open-session.ts';
import { rememberDevice } from './remember-device.ts';

/**
 * Holds the row of the logged-in user until the end of the transaction, so that acts on one login take turns.
 *
 * @returns the version that all sessions of the user have
 * @throws Refusal 401 if another act ended this session meanwhile
 */
export async function holdSession(ctx: Ctx): Promise<number> {
  const claims = await claimsOf(ctx, ctx.request);
  const held = await ctx.db
    .updateTable('users')
    .set({ token_version: sql`token_version` })
    .where('id', '=', ctx.session.userId)
    .where('token_version', '=', claims?.version ?? -1)
    .returning('token_version')
    .executeTakeFirst();
  if (!held) throw noSession();
  return held.token_version;
}

/**
 * Ends all sessions of the logged-in user, and gives this browser a new one. It is the last step of its transaction.
 *
 * @param isProven whether the person was proved just now; else the earlier proof of this session goes on
 * @param byPassword whether the password was given on this device
 * @throws Refusal 401 if another act ended this session meanwhile
 */
export async function renewSession(
  ctx: Ctx,
  { isProven, byPassword }: { isProven: boolean; byPassword: boolean },
): Promise<void> {
  const { userId, provedAt } = ctx.session;
  const before = await holdSession(ctx);
  const version = before + 1;
  await endAllSessions(ctx.db, userId);
  const { id, token } = await openSession(ctx, { userId, version, scope: 'full', isProven });
  if (!isProven && provedAt > 0) {
    const proved_at = new Date(provedAt).toISOString();
    await ctx.db.updateTable('sessions').set({ proved_at }).where('jti', '=', id).execute();
  }
  const device = await ctx.tokens.readDevice(ctx.caller.device);
  if (byPassword || device.users.get(userId) === before) {
    await rememberDevice(ctx, { id: userId, token_version: version });
  }
  ctx.kept.token = token;
}
