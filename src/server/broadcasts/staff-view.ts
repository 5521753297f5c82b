import type { PanelHome } from '#lib/contract/panel.schema.ts';
import type { Db } from '../db/connection.ts';
import { inUnit } from '../db/people.ts';
import { type Reach, within } from '../db/reach.ts';
import { broadcastsOf, statesOf } from './queries.ts';

const MESSAGES = 3;

/** Devices that did not get a message since an instant. */
export async function countFailed(db: Db, reach: Reach, since: string): Promise<number> {
  const { count } = await db
    .selectFrom('push_deliveries')
    .innerJoin('users', 'users.id', 'push_deliveries.user_id')
    .$call(inUnit)
    .$call(within(reach))
    .where('push_deliveries.sending_id', 'is not', null)
    .where('push_deliveries.state', '=', 'falhou')
    .where('push_deliveries.at', '>', since)
    .select(({ fn }) => fn.countAll<number | string>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** The messages that went out last, with who got and who opened them. */
export async function lastMessages(db: Db, reach: Reach): Promise<NonNullable<PanelHome['mensagens']>> {
  const rows = await broadcastsOf(db, reach)
    .select(['sendings.id', 'sendings.title', 'sendings.sent_at', 'sendings.people'])
    .where('sendings.sent_at', 'is not', null)
    .orderBy('sendings.sent_at', 'desc')
    .orderBy('sendings.id', 'desc')
    .limit(MESSAGES)
    .execute();
  const states = await statesOf(
    db,
    rows.map(({ id }) => id),
  );
  return rows.map(({ id, title, sent_at, people }) => ({
    id,
    titulo: title,
    enviada_em: sent_at ?? '',
    pessoas: people,
    aberturas: states.get(id)?.clicada ?? 0,
  }));
}
