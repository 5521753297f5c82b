import type { SelectQueryBuilder } from 'kysely';
import type { Right } from '#lib/rules/people/rights.ts';
import { ADMIN_ACTION_ID, MANAGER_ACTION_ID, TEACHER_ACTION_ID } from '#lib/rules/people/roles.ts';
import type { Schema } from '../db/types.ts';
import type { Session } from './ctx.ts';
import { forbidden } from './refusal.ts';

export const isManager = (session: Session) => session.actionIds.has(MANAGER_ACTION_ID);
export const isAdmin = (session: Session) => session.actionIds.has(ADMIN_ACTION_ID);
export const isTeacher = (session: Session) => session.actionIds.has(TEACHER_ACTION_ID);

/** An id that no school and no unit has. */
const NOWHERE = -1;

/** The school of a session; without one, an id that no school has. */
export const ownSchool = ({ escolaId }: { escolaId: number | null }): number => escolaId ?? NOWHERE;
/** The unit of a session; without one, an id that no unit has. */
export const ownUnit = ({ companyId }: Session): number => companyId ?? NOWHERE;

/** The school that staff works with: the own one; null for admins: every school. @throws Refusal 403 */
export function managedSchool(session: Session): number | null {
  requireManager(session);
  return isAdmin(session) ? null : ownSchool(session);
}

/** Whom a member of staff reaches. */
export interface Reach {
  /** Null: every school. */
  escolaId: number | null;
  /** The units of that school. Null: all of them. */
  units: readonly number[] | null;
}

/** Whom a right of the session's user reaches. @throws Refusal 403 without the right */
export function reachOf(session: Session, _right: Right): Reach {
  return { escolaId: managedSchool(session), units: null };
}

type OfUnits<DB, TB extends keyof DB, Row> = 'companies' extends TB ? SelectQueryBuilder<DB, TB, Row> : never;

/** Narrows a query with the table `companies` to the units of a reach: `query.$call(within(reach))`. */
export const within =
  ({ escolaId, units }: Reach) =>
  <DB, TB extends keyof DB, Row>(query: OfUnits<DB, TB, Row>): OfUnits<DB, TB, Row> => {
    let narrowed = query as unknown as SelectQueryBuilder<Schema, 'companies', Row>;
    if (escolaId !== null) narrowed = narrowed.where('companies.escola_id', '=', escolaId);
    if (units !== null) narrowed = narrowed.where('companies.id', 'in', units);
    return narrowed as unknown as OfUnits<DB, TB, Row>;
  };

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
