import { broadcastMessages } from '#lib/words/broadcasts.ts';
import { isAdmin, requireManager } from '../http/access.ts';
import type { Session } from '../http/ctx.ts';
import { forbidden } from '../http/refusal.ts';

/**
 * Whom a manager writes to (MANAGER-08).
 *
 * @returns the own school; null for admins: all of them.
 * @throws Refusal 403 for whoever manages nothing, or has no school.
 */
export function schoolInReach(session: Session): number | null {
  requireManager(session);
  if (isAdmin(session)) return null;
  if (session.escolaId === null) throw forbidden(broadcastMessages.noSchool);
  return session.escolaId;
}
