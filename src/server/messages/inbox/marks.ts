import type { NoticeKind } from '#lib/contract/inbox.schema.ts';
import type { Db } from '../../core/db/connection.ts';

/** A span of events: they happened after `after` and not after `until`, both instants. */
export interface Span {
  after: string;
  until: string;
}

/**
 * The span of events to look at now. It reaches back by an overlap, since events are often recorded late; the notices
 * themselves show which ones were told.
 *
 * The first look sets the mark one overlap ahead, so that no older event is ever told.
 */
export async function spanOf(db: Db, kind: NoticeKind, at: Date, overlapMs: number): Promise<Span> {
  const known = db.selectFrom('notice_marks').select('until').where('kind', '=', kind);
  const mark = await known.executeTakeFirst();
  if (!mark) {
    const first = new Date(at.getTime() + overlapMs).toISOString();
    await db
      .insertInto('notice_marks')
      .values({ kind, until: first })
      .onConflict((other) => other.doNothing())
      .execute();
  }
  const { until } = mark ?? (await known.executeTakeFirstOrThrow());
  return { after: new Date(Date.parse(until) - overlapMs).toISOString(), until: at.toISOString() };
}

/** Moves the mark: everything up to this instant was told. The mark never goes back. */
export const passMark = (db: Db, kind: NoticeKind, until: string) =>
  db.updateTable('notice_marks').set({ until }).where('kind', '=', kind).where('until', '<', until).execute();
