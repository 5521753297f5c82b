import { sql } from 'kysely';
import type { Db } from '../../core/db/connection.ts';
import { forgetDeviceOf, forgetDevicesOf } from '../../messages/devices/forget-devices.ts';
import { endToken } from './queries.ts';

/**
 * Ends one session: its token stops working, and its device gets nothing more (S16). @param expires seconds since 1970
 */
export async function endSession(db: Db, { id, expires }: { id: string; expires: number }): Promise<void> {
  await forgetDeviceOf(db, id);
  await endToken(db, { id, expires });
  await db.deleteFrom('sessions').where('jti', '=', id).execute();
}

/**
 * Deletes what belongs to a person's sessions: also the secret of an app that waits for its first code. Raising
 * `token_version` is what ends them.
 */
export async function endSessions(db: Db, userId: number): Promise<void> {
  await forgetDevicesOf(db, userId);
  await dropWaitingFactors(db, userId);
  await db.deleteFrom('sessions').where('user_id', '=', userId).execute();
}

/** Deletes the factors that nobody proved yet. */
export async function dropWaitingFactors(db: Db, userId: number): Promise<void> {
  await db.deleteFrom('factors').where('user_id', '=', userId).where('confirmado_em', 'is', null).execute();
}

/** Ends all sessions of a person at once: every token issued so far stops working (S16). */
export async function endAllSessions(db: Db, userId: number): Promise<void> {
  await db.updateTable('users').set({ token_version: sql`token_version + 1` }).where('id', '=', userId).execute();
  await endSessions(db, userId);
}
