import { ADMIN_ACTION_ID, MANAGER_ACTION_ID, TEACHER_ACTION_ID } from '#lib/rules/figures/constants.ts';
import type { Session } from './ctx.ts';
import { forbidden } from './refusal.ts';

export const isManager = (session: Session) => session.actionIds.has(MANAGER_ACTION_ID);
export const isAdmin = (session: Session) => session.actionIds.has(ADMIN_ACTION_ID);
export const isTeacher = (session: Session) => session.actionIds.has(TEACHER_ACTION_ID);

/** @throws Refusal 403 unless the user holds the manager action (ROLE-02) or is an admin. */
export function requireManager(session: Session): void {
  if (!isManager(session) && !isAdmin(session)) throw forbidden();
}

/** @throws Refusal 403 unless the user is an admin (ROLE-03). */
export function requireAdmin(session: Session): void {
  if (!isAdmin(session)) throw forbidden();
}

/** A body that names a user must name its sender. @throws Refusal 403 */
export function requireOwnBody(session: Session, userId: number): void {
  if (session.userId !== userId) throw forbidden('Este pedido é de outro usuário.');
}
