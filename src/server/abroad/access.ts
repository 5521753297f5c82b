import { isAdmin, requireManager } from '../http/access.ts';
import type { Session } from '../http/ctx.ts';

/** Without an enrolment there is no school, and no row has this one. */
const NOWHERE = -1;

/** Whose requests a manager works with. @returns the own school; null for admins: all of them. @throws Refusal 403 */
export function reachOf(session: Session): number | null {
  requireManager(session);
  return isAdmin(session) ? null : (session.escolaId ?? NOWHERE);
}
