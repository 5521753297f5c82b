import { broadcastMessages } from '#lib/words/broadcasts.ts';
import { isAdmin, requireManager } from '../http/access.ts';
import type { Session } from '../http/ctx.ts';
import { forbidden } from '../http/refusal.ts';

/**
 * The school to which this manager may write (MANAGER-08).
 *
 * @returns the user's own school; null for admins: every school.
 * @throws Refusal 403 for a user who is no manager, or has no school.
 */
export function schoolInReach(session: Session): number | null {
  requireManager(session);
  if (isAdmin(session)) return null;
  if (session.escolaId === null) throw forbidden(broadcastMessages.noSchool);
  return session.escolaId;
}
