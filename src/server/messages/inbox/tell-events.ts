import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Expression, type SqlBool, sql } from 'kysely';
import type { NoticeKind } from '#lib/contract/inbox.schema.ts';
import type { Db } from '../../core/db/connection.ts';
import { inBatches } from '../../core/db/in-batches.ts';
import type { School } from '../../core/http/ctx.ts';
import { passMark, type Span, spanOf } from './marks.ts';

/** Where a walk over subjects is: the order of a source is by time, then by id. */
export interface Place {
  at: string;
  id: number;
}

/** A kind of event that is found by looking at its subjects, such as bills. */
export interface Source<Event extends { about: string }> {
  kind: NoticeKind;
  /** How late an event may be recorded. Absent: the source itself knows what it told, and its spans have no beginning. */
  overlapMs?: number;
  /** Subjects in one look: few enough for some milliseconds. */
  atOnce: number;
  /** The next subjects after a place, at most `atOnce`, those told included: a question that an index answers. */
  next(school: School, span: Span, after: Place): Promise<Place[]>;
  /** The untold events of these subjects; none of a kind that is switched off. */
  find(school: School, span: Span, ids: readonly number[]): Promise<Event[]>;
  /** Writes the notices of some events inside a transaction, each once. */
  write(tx: Db, at: Date, events: readonly Event[]): Promise<unknown>;
}

export const START: Place = { at: '', id: 0 };
/** Events in one transaction. */
const BATCH = 50;
/** After so many events other jobs get their turn, and the walk goes on after them. */
const MAX_TOLD = 2_000;
/** A walk over more subjects than this that tells nothing is followed by a pause. */
const FEW = 1_000;
/** How much longer the pause is than the processor was busy with the walk. */
const PAUSE_FACTOR = 50;
/** The longest pause: a new event is told this much later at most, in a school of any size. */
const MAX_PAUSE_MS = 10_000;

/**
 * Tells the untold events of a kind. It walks over the subjects a few at a time, and others get their turns in between.
 * Two processes may find the same event: it is told once.
 */
export async function tellEvents<Event extends { about: string }>(
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
  // What happened since the walk began may lie before its place: the next walk finds it.
  const toldUntil = begun?.until ?? until;
  let [seen, told] = [0, 0];
  for (let place: Place | undefined = begun?.place ?? START; place; ) {
    const some = await source.next(school, span, place);
    const events: Event[] = [];
    // A subject that can not be read is set aside, as an event that can not be written.
    const work = { job: kind, size: source.atOnce, idOf: ({ id }: Place) => id };
    await inBatches(log, some, work, async (batch) => {
      const ids = batch.map(({ id }) => id);
      events.push(...(await source.find(school, span, ids)));
    });
    told += await inBatches(log, events, { job: kind, size: BATCH, idOf: ({ about }) => about }, (batch) =>
      db.transaction().execute((tx) => source.write(tx, at, batch)),
    );
    seen += some.length;
    place = some.length < source.atOnce ? undefined : some.at(-1);
    if (place && told >= MAX_TOLD) {
      own.set(source, { begun: { place, until: toldUntil } });
      return school.wake();
    }
    await nextTurn();
  }
  const isLong = seen > FEW && told === 0;
  const pauseMs = isLong ? Math.min(PAUSE_FACTOR * (spentMs() - spentBefore), MAX_PAUSE_MS) : 0;
  own.set(source, { pausedUntil: at.getTime() + pauseMs });
  if (overlapMs !== undefined) await passMark(db, kind, toldUntil);
}

/** What this thread has had of the processor, in milliseconds: others may have had their turns meanwhile. */
function spentMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

interface Walk {
  /** Where a walk that told much goes on, and up to which instant it tells everything. */
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

/** A condition: the subject comes after a place, in the order of these columns. */
export const isAfter = (at: string, id: string, place: Place): Expression<SqlBool> =>
  sql<boolean>`(${sql.ref(at)}, ${sql.ref(id)}) > (${place.at}, ${place.id})`;
