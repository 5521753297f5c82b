import type { TravelCampaign } from '#lib/contract/travel.schema.ts';
import { routes } from '#lib/routes.ts';
import { dayIn } from '#lib/rules/time/zones.ts';
import { travelMessages } from '#lib/words/travel.ts';
import type { Db } from '../../core/db/connection.ts';
import type { Ctx } from '../../core/http/ctx.ts';
import { conflict, invalid } from '../../core/http/refusal.ts';
import { notifyPerson } from '../../messages/inbox/notify.ts';
import { makeCode } from '../../money/documents/make-code.ts';
import { areSame, type Companion, companionProblems } from './companions.ts';
import { campaignStatus, ticketWindow } from './events.ts';
import { presentCampaign } from './present.ts';
import {
  type CampaignRow,
  countsOf,
  holdCampaign,
  type ParticipationRow,
  participationOf,
  ticketsOf,
} from './queries.ts';
import { campaignShown } from './read-campaigns.ts';

interface Wish {
  campaign_id: number;
  acompanhantes?: Companion[];
}

/**
 * Joins a campaign (TRAVEL-02): a ticket for the student and for each companion, all or none. Idempotent.
 *
 * @throws Refusal 404 for a hidden campaign, 409 if closed, not begun, full, or joined with other companions, 422 for companions
 */
export async function joinCampaign(ctx: Ctx, { campaign_id, acompanhantes = [] }: Wish): Promise<TravelCampaign> {
  const campaign = await ctx.db.transaction().execute(async (tx) => {
    await campaignShown(ctx, tx, campaign_id);
    await holdCampaign(tx, campaign_id);
    const row = await campaignShown(ctx, tx, campaign_id);
    const known = await participationOf(tx, campaign_id, ctx.session.userId);
    if (known && known.status !== 'cancelado') {
      const companions = (await ticketsOf(tx, known.id)).filter(({ is_companion }) => is_companion);
      if (areSame(companions, acompanhantes)) return row;
      throw conflict(travelMessages.joinedBefore, 'joined_before');
    }
    await enroll(ctx, tx, row, known, acompanhantes);
    return row;
  });
  return presentCampaign(ctx, campaign);
}

async function enroll(
  ctx: Ctx,
  tx: Db,
  row: CampaignRow,
  known: ParticipationRow | undefined,
  companions: readonly Companion[],
): Promise<void> {
  const at = ctx.now();
  const user = await tx
    .selectFrom('users')
    .select(['full_name', 'cpf', 'birth_date'])
    .where('id', '=', ctx.session.userId)
    .executeTakeFirstOrThrow();
  refuseClosed(row, at);
  const rule = { max: row.max_acompanhantes, today: dayIn(row.timezone, at) };
  const problems = companionProblems({ nome: user.full_name, cpf: user.cpf ?? undefined }, companions, rule);
  const [problem] = Object.values(problems);
  if (problem) throw invalid(problem, problems);
  await refuseFull(tx, row, 1 + companions.length);
  const participation = await enter(ctx, tx, row.id, known, at);
  await tx
    .insertInto('travel_tickets')
    .values(
      [{ nome: user.full_name }, ...companions].map((person: Companion, index) => ({
        campaign_id: row.id,
        participation_id: participation,
        user_id: ctx.session.userId,
        nome: person.nome,
        cpf: person.cpf ?? null,
        birth_date: person.birth_date ?? null,
        is_companion: index > 0,
        codigo: makeCode(),
        created_at: at.toISOString(),
      })),
    )
    .execute();
  await notifyPerson(tx, at, {
    userId: ctx.session.userId,
    category: 'campanha',
    path: routes.travel.tickets(),
    ...travelMessages.joinedNotice(row.nome, 1 + companions.length),
  });
}

function refuseClosed(row: CampaignRow, at: Date): void {
  const status = campaignStatus(row, at);
  if (status === 'em_breve') throw conflict(travelMessages.notBegun(row.inicio), 'not_begun');
  if (status === 'encerrada' || at.toISOString() >= ticketWindow(row).until) {
    throw conflict(travelMessages.closed, 'closed');
  }
}

/** @param requested the number of tickets. @throws Refusal 409 with the number left; call it inside `holdCampaign` */
export async function refuseFull(tx: Db, { id, vagas }: CampaignRow, requested: number): Promise<void> {
  if (vagas === null) return;
  const left = vagas - ((await countsOf(tx, [id])).get(id)?.ingressos ?? 0);
  if (left < requested) throw conflict(travelMessages.full(Math.max(0, left)), 'full');
}

/** A student who rejoins keeps the same participation. */
async function enter(ctx: Ctx, tx: Db, campaignId: number, known: ParticipationRow | undefined, at: Date) {
  const now = { status: 'inscrito' as const, regulamento_aceito_em: at.toISOString(), cancelada_em: null };
  if (known) {
    await tx.updateTable('travel_participations').set(now).where('id', '=', known.id).execute();
    return known.id;
  }
  const { id } = await tx
    .insertInto('travel_participations')
    .values({ ...now, campaign_id: campaignId, user_id: ctx.session.userId, created_at: at.toISOString() })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/**
 * Ends a participation; only the names of companions are kept. @returns false, unchanged, when one of the group has checked in
 */
export async function endParticipation(tx: Db, id: number, at: Date): Promise<boolean> {
  const tickets = await ticketsOf(tx, id);
  const ended = await tx
    .updateTable('travel_tickets')
    .set({ cancelado_em: at.toISOString(), cpf: null, birth_date: null })
    .where('participation_id', '=', id)
    .where('cancelado_em', 'is', null)
    .where('usado_em', 'is', null)
    .returning('id')
    .execute();
  if (ended.length < tickets.length) return false;
  await tx
    .updateTable('travel_participations')
    .set({ status: 'cancelado', cancelada_em: at.toISOString() })
    .where('id', '=', id)
    .execute();
  return true;
}

/** Returns the user's own tickets; idempotent. @throws Refusal 404, 409 once one of the group has checked in */
export async function leaveCampaign(ctx: Ctx, id: number): Promise<TravelCampaign> {
  const campaign = await ctx.db.transaction().execute(async (tx) => {
    await campaignShown(ctx, tx, id);
    await holdCampaign(tx, id);
    const row = await campaignShown(ctx, tx, id);
    const known = await participationOf(tx, id, ctx.session.userId);
    if (!known) throw conflict(travelMessages.notJoined, 'not_joined');
    if (known.status === 'cancelado') return row;
    if (!(await endParticipation(tx, known.id, ctx.now()))) throw conflict(travelMessages.wentIn, 'went_in');
    return row;
  });
  return presentCampaign(ctx, campaign);
}
