import type { Db } from '../../core/db/connection.ts';
import { oneByOne } from '../../core/db/in-batches.ts';
import { locked } from '../../core/db/locking.ts';
import { zoneOf } from '../../core/db/people.ts';
import type { School } from '../../core/http/ctx.ts';
import type { BroadcastRow } from './queries.ts';
import { nextTime } from './repeat-rule.ts';

const AT_ONCE = 50;

/**
 * Starts due broadcasts. A repeating one makes a broadcast for this time and waits for its next time. If several times
 * passed while the server was down, it sends once, not once for each.
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
  // The author planned by the clock of the own unit.
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
  created_by: row.created_by,
});
