import type { NoticeKind } from '#lib/contract/inbox.schema.ts';
import type { Db } from '../db/connection.ts';
import type { School } from '../http/ctx.ts';
import { passMark, type Span, spanOf } from './marks.ts';
import { type NoticeEvent, notifyAll } from './notify.ts';

/** A kind of event that is found by its time. */
export interface Source<Kind extends NoticeKind> {
  kind: Kind;
  /** How late an event may be recorded. */
  overlapMs: number;
  /** Untold events of the span, the oldest first, at most `limit`; none of a kind that is switched off. */
  find(school: School, span: Span, limit: number): Promise<NoticeEvent<Kind>[]>;
}

const AT_ONCE = 500;

/**
 * Tells the untold events of a kind. Two processes may find the same event: it is told once. After a full batch the
 * mark stays, so that the next turn finds the rest.
 */
export async function tellEvents<Kind extends NoticeKind>(school: School, source: Source<Kind>): Promise<void> {
  const at = school.now();
  const span = await spanOf(school.db, source.kind, at, source.overlapMs);
  const events = await source.find(school, span, AT_ONCE);
  if (events.length > 0) {
    await school.db.transaction().execute((tx: Db) => notifyAll(tx, at, events));
  }
  if (events.length < AT_ONCE) await passMark(school.db, source.kind, span.until);
}
