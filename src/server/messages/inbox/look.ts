import { setImmediate as yieldToEvents } from 'node:timers/promises';
import { type Expression, expressionBuilder, type SqlBool, sql } from 'kysely';
import type { NoticeKind } from '#lib/contract/inbox.schema.ts';
import type { Schema } from '#server/tables.ts';
import type { Db } from '../../core/db/connection.ts';
import { inBatches } from '../../core/db/in-batches.ts';
import type { School } from '../../core/http/ctx.ts';

/** A span of events: after `after` and up to `until`, both instants. */
export interface Span {
  after: string;
  until: string;
}

/** A position in a scan of subjects, which are sorted by time, then by id. */
export interface Place {
  at: string;
  id: number;
}

/** A kind of event that is found by scanning its subjects, such as bills. */
export interface Source<Event extends { about: string }> {
  kind: NoticeKind;
  /** How late an event may be recorded. Absent: the source itself records what it found, and its spans have no start. */
  overlapMs?: number;
  /** Subjects per query: few enough for some milliseconds. */
  atOnce: number;
  /** The next subjects after a place, at most `atOnce`, including those already notified of: a query that an index answers. */
  next(school: School, span: Span, after: Place): Promise<Place[]>;
  /** The new events of these subjects; none for a kind that is switched off. */
  find(school: School, span: Span, ids: readonly number[]): Promise<Event[]>;
  /** Writes the notices of some events inside a transaction, each once. */
  write(tx: Db, at: Date, events: readonly Event[]): Promise<unknown>;
}

export const START: Place = { at: '', id: 0 };
/** Events per transaction. */
const BATCH = 50;
/** After this many events other jobs run, and the scan continues in the next run. */
const MAX_NOTIFIED = 2_000;
/** A scan over more subjects than this without new events is followed by a pause. */
const FEW = 1_000;
/** The pause is this many times the CPU time of the scan. */
const PAUSE_FACTOR = 50;
/** Max. pause: a new event is reported at most this much later, in a school of any size. */
const MAX_PAUSE_MS = 10_000;

/**
 * Notifies of the new events of a kind. It scans the subjects in small batches, and other work runs in between. Two processes may
 * find the same event: its notice is written once.
 */
export async function lookForEvents<Event extends { about: string }>(
  school: School,
  source: Source<Event>,
): Promise<void> {
  const { db, log } = school;
  const at = school.now();
  const own = walksOf(school);
  const { begun = null, pausedUntil = 0 } = own.get(source) ?? {};
  if (at.getTime() < pausedUntil) return;
  const spentBefore = spentMs();
  const { kind, overlapMs } = source;
  const until = at.toISOString();
  const span = overlapMs === undefined ? { after: '', until } : await spanOf(db, kind, at, overlapMs);
  // Events since the scan began may lie before its place: the next scan finds them.
  const doneUntil = begun?.until ?? until;
  let [seen, written] = [0, 0];
  for (let place: Place | undefined = begun?.place ?? START; place; ) {
    const some = await source.next(school, span, place);
    const events: Event[] = [];
    // A subject that cannot be read is skipped, like an event that cannot be written.
    const work = { job: kind, size: source.atOnce, idOf: ({ id }: Place) => id };
    await inBatches(log, some, work, async (batch) => {
      const ids = batch.map(({ id }) => id);
      events.push(...(await source.find(school, span, ids)));
    });
    written += await inBatches(log, events, { job: kind, size: BATCH, idOf: ({ about }) => about }, (batch) =>
      db.transaction().execute((tx) => source.write(tx, at, batch)),
    );
    seen += some.length;
    place = some.length < source.atOnce ? undefined : some.at(-1);
    if (place && written >= MAX_NOTIFIED) {
      own.set(source, { begun: { place, until: doneUntil } });
      return school.wake();
    }
    await yieldToEvents();
  }
  const isLong = seen > FEW && written === 0;
  const pauseMs = isLong ? Math.min(PAUSE_FACTOR * (spentMs() - spentBefore), MAX_PAUSE_MS) : 0;
  own.set(source, { pausedUntil: at.getTime() + pauseMs });
  if (overlapMs !== undefined) await passMark(db, kind, doneUntil);
}

/** The CPU time of this thread in milliseconds, because other work may run meanwhile. */
function spentMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

interface Walk {
  /** Where an interrupted scan continues, and the instant up to which it finds everything. */
  begun?: { place: Place; until: string };
  /** Milliseconds since 1970. */
  pausedUntil?: number;
}

const walks = new WeakMap<School, Map<object, Walk>>();

function walksOf(school: School): Map<object, Walk> {
  const own = walks.get(school) ?? new Map<object, Walk>();
  walks.set(school, own);
  return own;
}

/** A condition: the subject comes after a place, in the sort order of these columns. */
export const isAfter = (at: string, id: string, place: Place): Expression<SqlBool> =>
  sql<boolean>`(${sql.ref(at)}, ${sql.ref(id)}) > (${place.at}, ${place.id})`;

/** A column of the outer query, such as `turma_alunos.user_id`. */
type Column = `${keyof Schema}.${string}`;
const { not, or, exists, selectFrom } = expressionBuilder<Schema, never>();

/**
 * A condition for queries of events: neither the reader nor the reader's guardian has this notice yet.
 *
 * @param about the same text as `about` of the event, in SQL
 */
export function isNew(kind: NoticeKind, userId: Column, about: Expression<unknown>): Expression<SqlBool> {
  const key = sql<string>`${sql.lit(`${kind}:`)} || ${about}`;
  const toReader = selectFrom('notices')
    .select('notices.id')
    .where(sql<boolean>`notices.user_id = ${sql.ref(userId)}`)
    .where('notices.chave', '=', key);
  const toGuardian = selectFrom('deliveries').select('deliveries.key').where('key', '=', key);
  return not(or([exists(toReader), exists(toGuardian)]));
}

/** A condition for queries of events: the person's school has this kind switched on. */
export function isSwitchedOn(kind: NoticeKind, userId: Column): Expression<SqlBool> {
  // Evaluated once for the whole query: mostly no school has switched it off.
  const isOffSomewhere = selectFrom('notice_kinds_off').select('kind').where('kind', '=', kind);
  const isOff = selectFrom('users as reader')
    .innerJoin('drive_users as reader_drive', 'reader_drive.id', 'reader.drive_user_id')
    .innerJoin('companies as reader_unit', 'reader_unit.id', 'reader_drive.company_id')
    .innerJoin('notice_kinds_off', 'notice_kinds_off.escola_id', 'reader_unit.escola_id')
    .select('reader.id')
    .where('notice_kinds_off.kind', '=', kind)
    .where(sql<boolean>`reader.id = ${sql.ref(userId)}`);
  return or([not(exists(isOffSomewhere)), not(exists(isOff))]);
}

/**
 * The span of events to scan now. It reaches back by an overlap, since events are often recorded late; existing notices show
 * which events are known.
 *
 * The first scan sets the mark one overlap ahead, so that nobody is notified of older events.
 */
async function spanOf(db: Db, kind: NoticeKind, at: Date, overlapMs: number): Promise<Span> {
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

/** Moves the mark: everything up to this instant was found. The mark never moves back. */
const passMark = (db: Db, kind: NoticeKind, until: string) =>
  db.updateTable('notice_marks').set({ until }).where('kind', '=', kind).where('until', '<', until).execute();
