import { reachBy, reachesPerson } from '../../core/http/access.ts';
import type { Ctx } from '../../core/http/ctx.ts';
import { notFound } from '../../core/http/refusal.ts';

/**
 * Allows access to a user's own data, and to staff for the people in their reach. Any other id gets "not found" (ROLE-08,
 * MANAGER-08).
 *
 * @throws Refusal 404
 */
export async function requireReach({ db, session }: Pick<Ctx, 'db' | 'session'>, userId: number): Promise<void> {
  if (session.userId === userId) return;
  const reach = reachBy(session, ['alunos']);
  if (!reach || !(await reachesPerson(db, reach, userId))) throw notFound();
}
