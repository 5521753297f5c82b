import { isAdmin, requireManager } from '../http/access.ts';
import type { Session } from '../http/ctx.ts';

/** A user without an enrolment has no school. No row has this id. */
const NOWHERE = -1;

/** Whose requests a manager works with. @returns the own school; null for admins: all. @throws Refusal 403 */
export function reachOf(session: Session): number | null {
  requireManager(session);
  return isAdmin(session) ? null : (session.escolaId ?? NOWHERE);
}
