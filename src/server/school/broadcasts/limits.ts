import { type Expression, expressionBuilder, type SqlBool, sql } from 'kysely';
import type { MessageLimits } from '#lib/contract/broadcasts.schema.ts';
import { DAY_MS } from '#lib/rules/time/spans.ts';
import type { Db } from '../../core/db/connection.ts';
import { locked } from '../../core/db/locking.ts';
import { decidingSchool } from '../../core/http/access.ts';
import { audit, changeOf } from '../../core/http/audit.ts';
import type { Ctx } from '../../core/http/ctx.ts';
import type { Schema } from '../../tables.ts';
import type { BroadcastRow } from './queries.ts';

/** The default limits of a school. */
const USUAL: MessageLimits = { dia: 3, semana: 10 };
const spans = { dia: DAY_MS, semana: 7 * DAY_MS } as const;

const limitsIn = (row: { mensagens_dia: number | null; mensagens_semana: number | null } | undefined) => ({
  dia: row?.mensagens_dia ?? USUAL.dia,
  semana: row?.mensagens_semana ?? USUAL.semana,
});

const rowOf = (db: Db, id: number) =>
  db.selectFrom('schools').select(['mensagens_dia', 'mensagens_semana']).where('id', '=', id).executeTakeFirst();

/** The max. number of staff messages for a person of the user's school. @throws Refusal 403, 409 without a school */
export const readLimits = async (ctx: Ctx): Promise<MessageLimits> =>
  limitsIn(await rowOf(ctx.db, decidingSchool(ctx)));

/** Changes the limits; recipients already written down stay. @throws Refusal 403, 409 without a school */
export async function updateLimits(ctx: Ctx, { dia, semana }: MessageLimits): Promise<MessageLimits> {
  const id = decidingSchool(ctx);
  await ctx.db.transaction().execute(async (tx) => {
    const before = limitsIn(await rowOf(tx, id));
    const next = { mensagens_dia: dia, mensagens_semana: semana };
    await tx.updateTable('schools').set(next).where('id', '=', id).execute();
    const logged = changeOf({ mensagens_dia: before.dia, mensagens_semana: before.semana }, next, Object.keys(next));
    await audit({ ...ctx, db: tx }, 'message-limits', `school:${id}`, logged);
  });
  return { dia, semana };
}

/**
 * Whether a person of an audience has reached the school's limit of staff messages; urgent ones do not count. null if nobody can
 * have reached it, because too few messages were sent.
 *
 * @returns a condition on `users` and `schools`
 */
export async function atMessageLimit(db: Db, at: Date): Promise<Expression<SqlBool> | null> {
  const since = (name: keyof typeof spans) => new Date(at.getTime() - spans[name]).toISOString();
  const { count } = await db
    .selectFrom('sendings')
    .select(({ fn }) => fn.countAll<number | string>().as('count'))
    .where('sent_at', '>', since('semana'))
    .where('urgency', '=', 'normal')
    .executeTakeFirstOrThrow();
  const schools = await db.selectFrom('schools').select(['mensagens_dia', 'mensagens_semana']).execute();
  const all = schools.map(limitsIn).flatMap(({ dia, semana }) => [dia, semana]);
  const fewest = Math.min(...all.filter((max) => max > 0));
  // The message itself is one of them.
  if (Number(count) < fewest) return null;
  const { or } = expressionBuilder<Schema, never>();
  const hasReachedLimit = (name: keyof typeof spans) => {
    const max = sql<number>`coalesce(${sql.ref(`schools.mensagens_${name}`)}, ${sql.lit(USUAL[name])})`;
    return sql<boolean>`(${max} > 0 and ${max} <= (
      select count(*) from notices inner join sendings on sendings.id = notices.sending_id
      where notices.user_id = users.id and notices.created_at > ${since(name)} and sendings.urgency = 'normal'))`;
  };
  return or([hasReachedLimit('dia'), hasReachedLimit('semana')]);
}

/** Locks a school, so that its messages are written down one after the other, and each counts the others. */
export const takeTurns = (tx: Db, { escola_id }: Pick<BroadcastRow, 'escola_id'>) => {
  const schools = tx.selectFrom('schools').select('id').orderBy('id');
  return locked(tx, escola_id === null ? schools : schools.where('id', '=', escola_id), 'update').execute();
};

/** Records who is left out of a message because of the limit. */
export async function noteLeftOut(tx: Db, sendingId: number, userIds: readonly number[]): Promise<void> {
  if (userIds.length === 0) return;
  await tx
    .insertInto('sending_left_out')
    .values(userIds.map((user_id) => ({ sending_id: sendingId, user_id })))
    .onConflict((known) => known.doNothing())
    .execute();
}

/** The names of some people who were left out, sorted. */
export async function leftOutNames(db: Db, sendingId: number, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('sending_left_out')
    .innerJoin('users', 'users.id', 'sending_left_out.user_id')
    .select('users.full_name')
    .where('sending_left_out.sending_id', '=', sendingId)
    .orderBy('users.full_name')
    .orderBy('users.id')
    .limit(limit)
    .execute();
  return rows.map(({ full_name }) => full_name);
}
