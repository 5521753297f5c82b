import { schoolIdOf } from '../db/people.ts';
import { isAdmin, isManager } from '../http/access.ts';
import type { Ctx } from '../http/ctx.ts';
import { notFound } from '../http/refusal.ts';

/**
 * Allows a user's own data, a manager's own school, and everything for an admin. Any other id gets "not found"
 * (ROLE-08, MANAGER-08).
 *
 * @throws Refusal 404
 */
export async function requireReach(ctx: Pick<Ctx, 'db' | 'session'>, userId: number): Promise<void> {
  const { session, db } = ctx;
  if (session.userId === userId) return;
  if (!(isManager(session) || isAdmin(session))) throw notFound();
  const escolaId = await schoolIdOf(db, userId);
  const isOwnSchool = session.escolaId !== null && escolaId === session.escolaId;
  if (escolaId === undefined || !(isAdmin(session) || isOwnSchool)) throw notFound();
}
