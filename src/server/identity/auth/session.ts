import { sql } from 'kysely';
import type { Db } from '../../core/db/connection.ts';
import type { Ctx, PublicCtx } from '../../core/http/ctx.ts';
import { forgetDeviceOf, forgetDevicesOf } from '../../messages/devices/device.ts';
import { claimsOf, noSession } from './find-session.ts';
import { openSession } from './open-session.ts';
import { endToken } from './queries.ts';

/**
 * Locks the row of the logged-in user until the end of the transaction, so that changes of one login run one after the other.
 *
 * @returns the token version of all sessions of the user
 * @throws Refusal 401 if this session was ended meanwhile
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
 * @param isProven whether the person has just authenticated; otherwise the time of the session's earlier authentication is kept
 * @param byPassword whether the password was given on this device
 * @throws Refusal 401 if this session was ended meanwhile
 */
export async function renewSession(
  ctx: Ctx,
  { isProven, byPassword }: { isProven: boolean; byPassword: boolean },
): Promise<void> {
  const { userId, reauthenticatedAt } = ctx.session;
  const before = await holdSession(ctx);
  const version = before + 1;
  await endAllSessions(ctx.db, userId);
  const { id, token } = await openSession(ctx, { userId, version, scope: 'full', isProven });
  if (!isProven && reauthenticatedAt > 0) {
    const proved_at = new Date(reauthenticatedAt).toISOString();
    await ctx.db.updateTable('sessions').set({ proved_at }).where('jti', '=', id).execute();
  }
  const device = await ctx.tokens.readDevice(ctx.caller.device);
  if (byPassword || device.users.get(userId) === before) {
    await rememberDevice(ctx, { id: userId, token_version: version });
  }
  ctx.stored.token = token;
}

/**
 * Ends one session: its token stops working, and its device gets no more notifications (S16). @param expires seconds since 1970
 */
export async function endSession(db: Db, { id, expires }: { id: string; expires: number }): Promise<void> {
  await forgetDeviceOf(db, id);
  await endToken(db, { id, expires });
  await db.deleteFrom('sessions').where('jti', '=', id).execute();
}

/**
 * Deletes the data of a person's sessions, including the pending secret of an app. The sessions themselves end by raising
 * `token_version`.
 */
export async function endSessions(db: Db, userId: number): Promise<void> {
  await forgetDevicesOf(db, userId);
  await dropWaitingFactors(db, userId);
  await db.deleteFrom('sessions').where('user_id', '=', userId).execute();
}

/** Deletes unconfirmed factors. */
export async function dropWaitingFactors(db: Db, userId: number): Promise<void> {
  await db.deleteFrom('factors').where('user_id', '=', userId).where('confirmado_em', 'is', null).execute();
}

/** Ends all sessions of a person at once: every token issued so far stops working (S16). */
export async function endAllSessions(db: Db, userId: number): Promise<void> {
  await db.updateTable('users').set({ token_version: sql`token_version + 1` }).where('id', '=', userId).execute();
  await endSessions(db, userId);
}

const MAX_DEVICE_USERS = 10;

/**
 * Records that a password was used on this device. From now on it is known: guesses by others do not lock its owner out, and book
 * codes open everything.
 */
export async function rememberDevice(
  ctx: PublicCtx,
  { id, token_version }: { id: number; token_version: number },
): Promise<void> {
  const device = await ctx.tokens.readDevice(ctx.caller.device);
  const others = [...device.users].filter(([other]) => other !== id);
  const users = new Map([[id, token_version] as const, ...others].slice(0, MAX_DEVICE_USERS));
  ctx.stored.device = await ctx.tokens.issueDevice(users, device.id);
}
