import { afterQuiet } from '#lib/rules/inbox/quiet-hours.ts';
import { addMonths, shiftDay } from '#lib/rules/time/days.ts';
import { instantIn } from '#lib/rules/time/instants.ts';
import { DAY_MS, MINUTE_MS } from '#lib/rules/time/spans.ts';
import { dayIn, wallAt } from '#lib/rules/time/zones.ts';
import type { Db } from '../../core/db/connection.ts';
import { oneByOne } from '../../core/db/in-batches.ts';
import { locked } from '../../core/db/locking.ts';
import { zoneOf } from '../../core/db/people.ts';
import type { School } from '../../core/http/ctx.ts';
import { quietHoursOf } from '../../messages/devices/quiet-hours.ts';
import type { BroadcastRow } from './queries.ts';

const AT_ONCE = 50;

/**
 * Starts due broadcasts. A repeating one creates a broadcast for this time and waits for its next time. If several times passed
 * while the server was down, it sends only once.
 */
export async function startBroadcasts(school: School): Promise<void> {
  const due = await school.db
    .selectFrom('sendings')
    .select('id')
    .where('status', '=', 'agendada')
    .where('scheduled_at', '<=', school.now().toISOString())
    .orderBy('scheduled_at')
    .limit(AT_ONCE)
    .execute();
  await oneByOne(school.log, due, { job: 'startBroadcasts', idOf: ({ id }) => id }, ({ id }) =>
    school.db.transaction().execute(async (tx) => {
      const at = school.now();
      const waiting = tx
        .selectFrom('sendings')
        .selectAll()
        .where('id', '=', id)
        .where('status', '=', 'agendada')
        .where('scheduled_at', '<=', at.toISOString());
      const row = await locked(tx, waiting, 'skip').executeTakeFirst();
      if (!row) return;
      if (row.repeat === null) await start(tx, row, at);
      else await startRun(school, tx, row, at);
    }),
  );
}

async function start(tx: Db, { id, version }: BroadcastRow, at: Date): Promise<void> {
  const now = at.toISOString();
  await tx
    .updateTable('sendings')
    .set({ status: 'enviando', sent_at: now, updated_at: now, version: version + 1 })
    .where('id', '=', id)
    .execute();
}

async function startRun({ config }: School, tx: Db, row: BroadcastRow, at: Date): Promise<void> {
  const now = at.toISOString();
  const { id, repeat, repeat_until, scheduled_at } = row;
  if (repeat === null || scheduled_at === null) return;
  await tx
    .insertInto('sendings')
    .values({
      ...writtenOf(row),
      status: 'enviando',
      scheduled_at,
      first_at: null,
      repeat: null,
      repeat_until: null,
      repeats_of: id,
      created_at: now,
      updated_at: now,
      sent_at: now,
      version: 1,
      expanded_to: null,
      expanded_at: null,
      people: 0,
      without_push: 0,
      opted_out: 0,
    })
    .onConflict((known) => known.columns(['repeats_of', 'scheduled_at']).doNothing())
    .execute();
  // The author entered the time in the zone of the own unit.
  const zone = await zoneOf(tx, config, row.created_by);
  const first = new Date(row.first_at ?? scheduled_at);
  const next = nextTime({ first, repeat, until: repeat_until, zone }, at);
  await tx
    .updateTable('sendings')
    .set({
      version: row.version + 1,
      ...(next ? { scheduled_at: next.toISOString() } : { status: 'enviada' as const, sent_at: now, updated_at: now }),
    })
    .where('id', '=', id)
    .execute();
}

const writtenOf = (row: BroadcastRow) => ({
  escola_id: row.escola_id,
  unidades: row.unidades,
  title: row.title,
  body: row.body,
  link: row.link,
  icon_url: row.icon_url,
  image_url: row.image_url,
  category: row.category,
  audience: row.audience,
  respect_quiet_hours: row.respect_quiet_hours,
  ttl_s: row.ttl_s,
  urgency: row.urgency,
  by_mail: row.by_mail,
  by_whatsapp: row.by_whatsapp,
  created_by: row.created_by,
});

type Repeat = 'diaria' | 'semanal' | 'mensal';

/** The longest interval of each rule, in days. */
const MAX_DAYS = { diaria: 1, semanal: 7, mensal: 31 } as const;

/**
 * The next time after `after`, by the clock of a zone: 8 o'clock stays 8 o'clock when clocks change. In a month without
 * the day of the first time it is the last day; later months use the day again.
 *
 * @param first the first time
 * @param until the last possible day in the zone, `YYYY-MM-DD`; null: no end
 * @returns null if there is no further time.
 */
export function nextTime(
  { first, repeat, until, zone }: { first: Date; repeat: Repeat; until: string | null; zone: string },
  after: Date,
): Date | null {
  const { day, clock } = wallAt(first.toISOString(), zone);
  const timeOf = (count: number) => {
    const then = repeat === 'mensal' ? addMonths(day, count) : shiftDay(day, count * MAX_DAYS[repeat]);
    return new Date(Date.parse(instantIn(zone, then, clock)) + (first.getTime() % MINUTE_MS));
  };
  // Months and days with clock changes differ in length: starts below the estimate and counts up.
  const least = Math.floor((after.getTime() - first.getTime()) / (MAX_DAYS[repeat] * DAY_MS)) - 1;
  let count = Math.max(1, least);
  while (timeOf(count) <= after) count += 1;
  const next = timeOf(count);
  return until !== null && dayIn(zone, next) > until ? null : next;
}

/** With a shorter lifetime nothing would arrive, since a push service needs some time. */
const SHORTEST_TTL_S = 60;

/** For each person, the next time for a push of a broadcast, and its expiry, counted from that moment. */
export async function dueTimes(
  tx: Db,
  { config }: Pick<School, 'config'>,
  row: Pick<BroadcastRow, 'respect_quiet_hours' | 'ttl_s'>,
  userIds: readonly number[],
  at: Date,
): Promise<(userId: number) => { due_at: string; expires_at: string }> {
  const quiet = row.respect_quiet_hours ? await quietHoursOf({ db: tx, config }, userIds) : null;
  return (userId) => {
    const hours = quiet?.get(userId);
    const due = hours ? afterQuiet(at, hours, hours.zone) : at;
    const expires = new Date(due.getTime() + Math.max(row.ttl_s, SHORTEST_TTL_S) * 1000);
    return { due_at: due.toISOString(), expires_at: expires.toISOString() };
  };
}
