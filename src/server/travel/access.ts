import { type ExpressionBuilder, sql } from 'kysely';
import type { Schema } from '../db/types.ts';
import { isAdmin, isManager, isTeacher, requireManager } from '../http/access.ts';
import type { Session } from '../http/ctx.ts';
import { forbidden } from '../http/refusal.ts';

/** Without an enrolment there is no school, and no row has this one. */
const NOWHERE = -1;

type Where = ExpressionBuilder<Schema, 'travel_campaigns'>;
const all = sql<boolean>`1 = 1`;

/** Campaigns that a manager works with: those of the own school; for admins all. @throws Refusal 403 */
export function managedBy(session: Session) {
  requireManager(session);
  const school = session.escolaId ?? NOWHERE;
  return (where: Where) => (isAdmin(session) ? all : where('travel_campaigns.escola_id', '=', school));
}

/** Whether somebody works with a campaign as its manager: one of the whole network is the admins'. */
export const manages = (session: Session, { escola_id }: { escola_id: number | null }): boolean =>
  isAdmin(session) || (isManager(session) && escola_id !== null && escola_id === session.escolaId);

/** Whose tickets a manager or teacher checks: those of the own school and of the whole network. @throws Refusal 403 */
export function checkedBy(session: Session) {
  if (!isManager(session) && !isTeacher(session) && !isAdmin(session)) {
    throw forbidden('Só a equipe da escola confere ingressos.');
  }
  const school = session.escolaId ?? NOWHERE;
  return (where: Where) =>
    isAdmin(session)
      ? all
      : where.or([where('travel_campaigns.escola_id', '=', school), where('travel_campaigns.escola_id', 'is', null)]);
}

/** What a student sees: what the own school and the network published, and what he joined before he changed schools. */
export function shownTo(session: Session) {
  return (where: Where) =>
    where.and([
      where('travel_campaigns.publicada', '=', true),
      where.or([
        where('travel_campaigns.escola_id', '=', session.escolaId ?? NOWHERE),
        where('travel_campaigns.escola_id', 'is', null),
        where(
          'travel_campaigns.id',
          'in',
          where
            .selectFrom('travel_participations')
            .select('travel_participations.campaign_id')
            .where('travel_participations.user_id', '=', session.userId),
        ),
      ]),
    ]);
}
