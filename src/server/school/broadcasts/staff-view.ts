import type { Db } from '../../core/db/connection.ts';
import type { Reach } from '../../core/db/reach.ts';
import { broadcastsOf, hasFailures } from './queries.ts';

const MESSAGES = 3;

/** Messages not delivered to some device in the last days. */
export async function countFailed(db: Db, reach: Reach, now: Date): Promise<number> {
  const { count } = await broadcastsOf(db, reach)
    .where(hasFailures(now))
    .select(({ fn }) => fn.countAll<number | string>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** The last sent messages, with the numbers of people who got and opened them. */
export async function lastMessages(db: Db, reach: Reach) {
  const rows = await broadcastsOf(db, reach)
    .select(['sendings.id', 'sendings.title', 'sendings.sent_at', 'sendings.people'])
    .select(({ selectFrom }) =>
      selectFrom('notices')
        .select(({ fn }) => fn.countAll<number | string>().as('many'))
        .whereRef('notices.sending_id', '=', 'sendings.id')
        .where('notices.read_at', 'is not', null)
        .as('opened'),
    )
    .where('sendings.sent_at', 'is not', null)
    .orderBy('sendings.sent_at', 'desc')
    .orderBy('sendings.id', 'desc')
    .limit(MESSAGES)
    .execute();
  return rows.map(({ id, title, sent_at, people, opened }) => ({
    id,
    titulo: title,
    enviada_em: sent_at ?? '',
    pessoas: people,
    aberturas: Number(opened),
  }));
}
