import type { Audience, Broadcast, BroadcastInput } from '#lib/contract/broadcasts.schema.ts';
import type { listBroadcasts as list, updateBroadcast as update } from '#lib/contract/broadcasts.ts';
import type { ParsedInput } from '#lib/contract/core.ts';
import { unknownPlaceholders } from '#lib/rules/broadcasts/placeholders.ts';
import { dayIn } from '#lib/rules/time/zones.ts';
import { broadcastMessages } from '#lib/words/broadcasts.ts';
import type { Db } from '../../core/db/connection.ts';
import { people, zoneOf } from '../../core/db/people.ts';
import { type Reach, within } from '../../core/db/reach.ts';
import { audit, changeOf } from '../../core/http/audit.ts';
import type { Ctx } from '../../core/http/ctx.ts';
import { type EachAnswer, onceForEach } from '../../core/http/once-each.ts';
import { conflict, invalid, notFound } from '../../core/http/refusal.ts';
import { booksOfSchool } from '../../study/books/read-books.ts';
import { reachOfRow, readersInReach } from './access.ts';
import { namesAnybody } from './audience.ts';
import { presentBroadcast, presentBroadcasts } from './present.ts';
import { type BroadcastRow, broadcastOf, broadcastsOf, countBroadcasts, hasFailures } from './queries.ts';

/** The fields of a message in the log. Its audience is stored with the message itself. */
const LOGGED = [
  'title',
  'body',
  'link',
  'category',
  'scheduled_at',
  'repeat',
  'repeat_until',
  'urgency',
  'by_mail',
  'by_whatsapp',
];

const missing = () => notFound(broadcastMessages.unknown);

/** Broadcasts of the user's school, the newest first (API-66, MANAGER-08). */
export async function listBroadcasts(ctx: Ctx, { id, status, limit, offset }: ParsedInput<typeof list>['query']) {
  const all = broadcastsOf(ctx.db, readersInReach(ctx));
  let query = all;
  if (id !== undefined) query = query.where('sendings.id', '=', id);
  if (status === 'com_falhas') query = query.where(hasFailures(ctx.now()));
  else if (status !== undefined) query = query.where('sendings.status', '=', status);
  const [rows, { total }, contagens] = await Promise.all([
    query.selectAll().orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limit).offset(offset).execute(),
    query.select(({ fn }) => fn.countAll<number | string>().as('total')).executeTakeFirstOrThrow(),
    countBroadcasts(ctx, all),
  ]);
  const items = await presentBroadcasts(ctx.db, rows);
  return { items, total: Number(total), limit, offset, contagens };
}

/**
 * Stores a draft (API-65); nothing is sent before somebody sends it. An admin's draft is for every school.
 *
 * @throws Refusal 403, 422 by field, 429
 */
export async function createBroadcast(ctx: Ctx, input: BroadcastInput): Promise<Broadcast> {
  const reach = readersInReach(ctx);
  await ctx.limits.take('broadcast', `user:${ctx.session.userId}`);
  await refuseWrong(ctx, reach, ctx.session.userId, input);
  return ctx.db.transaction().execute(async (tx) => {
    return presentBroadcast(tx, await insertDraft({ ...ctx, db: tx }, reach, input));
  });
}

/** Stores a draft that was checked, in a transaction. */
export async function insertDraft(ctx: Ctx, reach: Reach, input: BroadcastInput): Promise<BroadcastRow> {
  const at = ctx.now().toISOString();
  const row = await ctx.db
    .insertInto('sendings')
    .values({
      ...columnsOf(input),
      escola_id: reach.escolaId,
      unidades: reach.units && JSON.stringify(reach.units),
      status: 'rascunho',
      repeats_of: null,
      created_by: ctx.session.userId,
      created_at: at,
      updated_at: at,
      sent_at: null,
      version: 1,
      expanded_to: null,
      expanded_at: null,
      people: 0,
      without_push: 0,
      opted_out: 0,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await audit(ctx, 'sending-create', `sending:${row.id}`, changeOf(undefined, row, LOGGED));
  return row;
}

/**
 * Changes a draft, or a scheduled broadcast, which stays scheduled (API-67).
 *
 * @throws Refusal 403, 404, 409 `changed` if another user was faster, 409 for a sent one, 422 by field, 429
 */
export async function updateBroadcast(ctx: Ctx, input: ParsedInput<typeof update>['body']): Promise<Broadcast> {
  const reach = readersInReach(ctx);
  await ctx.limits.take('broadcast', `user:${ctx.session.userId}`);
  const before = await broadcastOf(ctx.db, reach, input.id);
  if (!before) throw missing();
  refuseFixed(before);
  if (before.version !== input.version) throw conflict(broadcastMessages.changed, 'changed');
  await refuseWrong(ctx, reachOfRow(before), before.created_by, input, before.status === 'agendada');
  return ctx.db.transaction().execute(async (tx) => {
    const row = await tx
      .updateTable('sendings')
      .set({ ...columnsOf(input, before), updated_at: ctx.now().toISOString(), version: before.version + 1 })
      .where('id', '=', before.id)
      .where('version', '=', before.version)
      .where('status', '=', before.status)
      .returningAll()
      .executeTakeFirst();
    if (!row) throw conflict(broadcastMessages.changed, 'changed');
    await audit({ ...ctx, db: tx }, 'sending-update', `sending:${row.id}`, changeOf(before, row, LOGGED));
    return presentBroadcast(tx, row);
  });
}

/** Deletes a broadcast that was never sent (API-68). @throws Refusal 403, 404, 409 */
export async function deleteBroadcast(ctx: Ctx, id: number): Promise<{ detail: string }> {
  await ctx.db.transaction().execute((tx) => deleteIn(ctx, tx, id));
  return { detail: broadcastMessages.deleted };
}

/** Deletes some of them. @throws Refusal as `onceForEach`, and of each as `deleteBroadcast` */
export const deleteBroadcasts = (ctx: Ctx, input: { ids: number[] }): Promise<EachAnswer> =>
  onceForEach<never>(ctx, 'sending-delete', input, async (tx, id) => {
    await deleteIn(ctx, tx, id);
    return null;
  });

async function deleteIn(ctx: Ctx, tx: Db, id: number): Promise<void> {
  const before = await broadcastOf(tx, readersInReach(ctx), id);
  if (!before) throw missing();
  const gone = await tx
    .deleteFrom('sendings')
    .where('id', '=', id)
    .where('status', 'in', ['rascunho', 'agendada', 'cancelada'])
    .where('sent_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  if (!gone) throw conflict(broadcastMessages.notDeletable);
  await audit({ ...ctx, db: tx }, 'sending-delete', `sending:${id}`, changeOf(before, {}, ['title']));
}

function refuseFixed({ status }: BroadcastRow): void {
  if (status !== 'rascunho' && status !== 'agendada') throw conflict(broadcastMessages.notEditable);
}

/** @param authorId the user whose time zone is used @param isWaiting it is scheduled; only a draft may be incomplete */
export async function refuseWrong(
  { db, config, now }: Ctx,
  reach: Reach,
  authorId: number,
  input: BroadcastInput,
  isWaiting = false,
): Promise<void> {
  const zone = await zoneOf(db, config, authorId);
  refuseWith({
    ...wrongWords(input),
    ...(isWaiting && !namesAnybody(input.audience) && { audience: broadcastMessages.nobody }),
    ...(await wrongAudience(db, reach, input.audience)),
    ...(isWaiting && !input.scheduled_at && { scheduled_at: broadcastMessages.timeMissing }),
    ...wrongTimes(input, now(), zone),
  });
}

/**
 * Only the fields that a manager writes. Times are normalized, so that they sort. A repeating broadcast keeps its first time
 * while its next time is unchanged.
 */
const columnsOf = (input: BroadcastInput, before?: BroadcastRow) => {
  const scheduled_at = input.scheduled_at ? new Date(input.scheduled_at).toISOString() : null;
  return {
    title: input.title,
    body: input.body,
    link: input.link,
    icon_url: input.icon_url ?? null,
    image_url: input.image_url ?? null,
    category: input.category,
    audience: JSON.stringify(input.audience),
    scheduled_at,
    first_at: before && before.scheduled_at === scheduled_at ? before.first_at : scheduled_at,
    repeat: input.repeat ?? null,
    repeat_until: input.repeat ? (input.repeat_until ?? null) : null,
    respect_quiet_hours: input.respect_quiet_hours,
    ttl_s: input.ttl_s,
    urgency: input.urgency,
    by_mail: input.by_mail ?? false,
    by_whatsapp: input.by_whatsapp ?? false,
  };
};

type Fields = Record<string, string>;

/** @throws Refusal 422 with the errors of each field. */
export function refuseWith(fields: Fields): void {
  if (Object.keys(fields).length > 0) throw invalid(broadcastMessages.checkFields, fields);
}

/** Errors in the texts: unknown placeholders. */
export function wrongWords(words: { title: string; body: string }): Fields {
  const wrong: Fields = {};
  for (const field of ['title', 'body'] as const) {
    const names = unknownPlaceholders(words[field]);
    if (names.length > 0) wrong[field] = broadcastMessages.unknownPlaceholder(names);
  }
  return wrong;
}

/** Errors in the times. @param zone of the days */
export function wrongTimes(
  { scheduled_at, repeat, repeat_until }: Pick<BroadcastInput, 'scheduled_at' | 'repeat' | 'repeat_until'>,
  now: Date,
  zone: string,
): Fields {
  if (!scheduled_at) return repeat ? { scheduled_at: broadcastMessages.repeatNeedsTime } : {};
  const at = new Date(scheduled_at);
  if (at <= now) return { scheduled_at: broadcastMessages.inThePast };
  const isEarly = repeat && repeat_until && repeat_until <= dayIn(zone, at);
  return isEarly ? { repeat_until: broadcastMessages.untilTooEarly } : {};
}

/** The lists of an audience with an item out of reach. */
export async function wrongAudience(db: Db, reach: Reach, audience: Audience): Promise<Fields> {
  const wrong: Fields = {};
  for (const list of ['company_ids', 'turma_ids', 'livro_ids', 'user_ids', 'exclude_user_ids'] as const) {
    const ids = [...new Set(audience[list])];
    if (await isForeign(db, reach, list, ids)) {
      wrong[`audience.${list}`] = broadcastMessages.foreign[list];
    }
  }
  return wrong;
}

/** Whether one of some items is out of reach. @param ids each once */
export const isForeign = async (db: Db, reach: Reach, list: List, ids: number[]): Promise<boolean> =>
  ids.length > 0 && (await countKnown(db, reach, list, ids)) < ids.length;

type List = keyof typeof broadcastMessages.foreign;

async function countKnown(db: Db, reach: Reach, list: List, ids: number[]): Promise<number> {
  const { count } = await rowsOf(db, reach, list, ids);
  return Number(count);
}

function rowsOf(db: Db, reach: Reach, list: List, ids: number[]) {
  if (list === 'livro_ids') {
    return booksOfSchool(db, reach.escolaId)
      .select(({ fn }) => fn.countAll<number | string>().as('count'))
      .where('id', 'in', ids)
      .executeTakeFirstOrThrow();
  }
  if (list === 'company_ids' || list === 'turma_ids') {
    const units = db.selectFrom('companies').$call(within(reach));
    const query =
      list === 'company_ids'
        ? units.where('companies.id', 'in', ids)
        : units.innerJoin('turmas', 'turmas.company_id', 'companies.id').where('turmas.id', 'in', ids);
    return query.select(({ fn }) => fn.countAll<number | string>().as('count')).executeTakeFirstOrThrow();
  }
  return people(db)
    .select(({ fn }) => fn.countAll<number | string>().as('count'))
    .where('users.id', 'in', ids)
    .$call(within(reach))
    .executeTakeFirstOrThrow();
}
