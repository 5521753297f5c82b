import { isAdmin, requireManager } from '../http/access.ts';
import type { Session } from '../http/ctx.ts';
import { forbidden } from '../http/refusal.ts';

/** The club is for members. @throws Refusal 403 */
export function requireMember(session: Session): void {
  if (!session.isClub) throw forbidden('Participe do clube para ver as recompensas.');
}

/**
 * The school whose members a manager works with.
 *
 * @returns the own school; null for admins: all schools. A manager without a school reaches no members.
 * @throws Refusal 403
 */
export function managedSchool(session: Session): number | null {
  requireManager(session);
  return isAdmin(session) ? null : (session.escolaId ?? -1);
}

/** Nobody may give points to themselves. @param id the member who gets the points. @throws Refusal 403 */
export function refuseOwn({ userId }: Session, id: number): void {
  if (userId === id) throw forbidden('Peça a outra pessoa da gestão para mexer nos seus próprios pontos.');
}
