import { type ExpressionBuilder, sql } from 'kysely';
import type { Reach } from '../../core/db/reach.ts';
import { isAdmin, ownSchool } from '../../core/http/access.ts';
import type { Session } from '../../core/http/ctx.ts';
import type { Schema } from '../../tables.ts';

type Where = ExpressionBuilder<Schema, 'travel_campaigns'>;
const all = sql<boolean>`1 = 1`;

/** Campaigns that staff manages: those of the own school; for admins all. An event is for all units of a school. */
export const managedBy =
  ({ escolaId }: Reach) =>
  (where: Where) =>
    escolaId === null ? all : where('travel_campaigns.escola_id', '=', escolaId);

/** Whether somebody manages a campaign. Admins manage those of the whole network. */
export const manages = (session: Session, { escola_id }: { escola_id: number | null }): boolean =>
  isAdmin(session) || (session.rights.has('viagens') && escola_id !== null && escola_id === session.escolaId);

/** The tickets that a manager or teacher may check: those of the own school and of the network. */
export function checkedBy(session: Session) {
  const school = ownSchool(session);
  return (where: Where) =>
    isAdmin(session)
      ? all
      : where.or([where('travel_campaigns.escola_id', '=', school), where('travel_campaigns.escola_id', 'is', null)]);
}

/** The campaigns a student sees: published ones of the school and the network, and those joined at an earlier school. */
export function shownTo(session: Session) {
  return (where: Where) =>
    where.and([
      where('travel_campaigns.publicada', '=', true),
      where.or([
        where('travel_campaigns.escola_id', '=', ownSchool(session)),
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
