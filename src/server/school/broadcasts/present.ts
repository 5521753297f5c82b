import { Audience, type Broadcast } from '#lib/contract/broadcasts.schema.ts';
import type { Db } from '../../core/db/connection.ts';
import { type BroadcastRow, countsOf, reachedOf, statesOf } from './queries.ts';

export const audienceOf = (row: Pick<BroadcastRow, 'audience'>): Audience => Audience.parse(JSON.parse(row.audience));

/** Broadcasts for managers; sent ones come with their counts. */
export async function presentBroadcasts(db: Db, rows: readonly BroadcastRow[]): Promise<Broadcast[]> {
  if (rows.length === 0) return [];
  const authors = await db
    .selectFrom('users')
    .select(['id', 'full_name'])
    .where('id', 'in', [...new Set(rows.map(({ created_by }) => created_by))])
    .execute();
  const out = rows.filter(wentOut).map(({ id }) => id);
  const [states, reached] = await Promise.all([statesOf(db, out), reachedOf(db, out)]);
  return rows.map((row) => ({
    id: row.id,
    title: row.title,
    body: row.body,
    link: row.link,
    category: row.category,
    icon_url: row.icon_url,
    image_url: row.image_url,
    audience: audienceOf(row),
    status: row.status,
    scheduled_at: row.scheduled_at,
    repeat: row.repeat,
    repeat_until: row.repeat_until,
    repeats_of: row.repeats_of,
    respect_quiet_hours: row.respect_quiet_hours,
    ttl_s: row.ttl_s,
    urgency: row.urgency,
    by_mail: row.by_mail,
    by_whatsapp: row.by_whatsapp,
    created_by: {
      id: row.created_by,
      full_name: authors.find(({ id }) => id === row.created_by)?.full_name ?? '',
    },
    created_at: row.created_at,
    updated_at: row.updated_at,
    sent_at: row.sent_at,
    version: row.version,
    counts: wentOut(row) ? countsOf(row, states.get(row.id) ?? {}, reached.get(row.id)) : null,
  }));
}

export async function presentBroadcast(db: Db, row: BroadcastRow): Promise<Broadcast> {
  const [broadcast] = await presentBroadcasts(db, [row]);
  return broadcast as Broadcast;
}

/** A repeating broadcast is never sent itself: its runs are. */
const wentOut = ({ sent_at, repeat }: BroadcastRow) => sent_at !== null && repeat === null;
