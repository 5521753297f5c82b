import type { Selectable } from 'kysely';
import type { Db } from '../../core/db/connection.ts';
import { locked } from '../../core/db/locking.ts';
import type { Schema } from '../../tables.ts';

export type CampaignRow = Selectable<Schema['travel_campaigns']>;
export type ParticipationRow = Selectable<Schema['travel_participations']>;
export type TicketRow = Selectable<Schema['travel_tickets']>;

export interface Counts {
  ingressos: number;
  usados: number;
  participantes: number;
}

/** The number of valid tickets, by campaign. */
export async function countsOf(db: Db, campaignIds: readonly number[]): Promise<Map<number, Counts>> {
  if (campaignIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('travel_tickets')
    .select(({ fn }) => [
      'campaign_id',
      fn.countAll<number | string>().as('ingressos'),
      fn.count<number | string>('usado_em').as('usados'),
      fn.count<number | string>('participation_id').distinct().as('participantes'),
    ])
    .where('campaign_id', 'in', campaignIds)
    .where('cancelado_em', 'is', null)
    .groupBy('campaign_id')
    .execute();
  return new Map(
    rows.map(({ campaign_id, ingressos, usados, participantes }) => [
      campaign_id,
      { ingressos: Number(ingressos), usados: Number(usados), participantes: Number(participantes) },
    ]),
  );
}

/** Makes other joins and bulks wait until this transaction ends, so that a count after it stays valid. */
export async function holdCampaign(tx: Db, id: number): Promise<void> {
  await locked(tx, tx.selectFrom('travel_campaigns').select('id').where('id', '=', id), 'hold').execute();
}

export const participationOf = (db: Db, campaignId: number, userId: number): Promise<ParticipationRow | undefined> =>
  db
    .selectFrom('travel_participations')
    .selectAll()
    .where('campaign_id', '=', campaignId)
    .where('user_id', '=', userId)
    .executeTakeFirst();

/** The valid tickets of a participation, the holder's first. */
export const ticketsOf = (db: Db, participationId: number): Promise<TicketRow[]> =>
  db
    .selectFrom('travel_tickets')
    .selectAll()
    .where('participation_id', '=', participationId)
    .where('cancelado_em', 'is', null)
    .orderBy('id')
    .execute();

/** Tickets of a campaign that were made in bulk, the newest batch first. */
export async function ticketBatches(db: Db, campaignId: number) {
  const rows = await db
    .selectFrom('travel_tickets')
    .select(({ fn }) => [
      'lote',
      fn.min<string>('nome').as('nome'),
      fn.countAll<number | string>().as('quantidade'),
      fn.count<number | string>('usado_em').as('usados'),
    ])
    .where('campaign_id', '=', campaignId)
    .where('lote', 'is not', null)
    .groupBy('lote')
    .orderBy('lote', 'desc')
    .execute();
  return rows.map(({ lote, nome, quantidade, usados }) => ({
    id: lote ?? 0,
    rotulo: nome.replace(/ \d+$/, ''),
    quantidade: Number(quantidade),
    usados: Number(usados),
  }));
}
