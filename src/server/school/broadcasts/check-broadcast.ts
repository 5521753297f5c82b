import type { Audience, BroadcastInput } from '#lib/contract/broadcasts.schema.ts';
import { unknownPlaceholders } from '#lib/rules/broadcasts/placeholders.ts';
import { dayIn } from '#lib/rules/time/zones.ts';
import { broadcastMessages } from '#lib/words/broadcasts.ts';
import type { Db } from '../../core/db/connection.ts';
import { people } from '../../core/db/people.ts';
import { type Reach, within } from '../../core/db/reach.ts';
import { invalid } from '../../core/http/refusal.ts';
import { booksOfSchool } from '../../study/books/visible-books.ts';

type Fields = Record<string, string>;

/** @throws Refusal 422 with the errors of each field. */
export function refuseWith(fields: Fields): void {
  if (Object.keys(fields).length > 0) throw invalid(broadcastMessages.checkFields, fields);
}

/** Errors in the words: unknown names in braces. */
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

/** The lists of an audience that name something out of reach. */
export async function wrongAudience(db: Db, reach: Reach, audience: Audience): Promise<Fields> {
  const wrong: Fields = {};
  for (const list of ['company_ids', 'turma_ids', 'livro_ids', 'user_ids', 'exclude_user_ids'] as const) {
    const ids = [...new Set(audience[list])];
    if (ids.length > 0 && (await countKnown(db, reach, list, ids)) < ids.length) {
      wrong[`audience.${list}`] = broadcastMessages.foreign[list];
    }
  }
  return wrong;
}

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
