import {
  type Expression,
  type ExpressionBuilder,
  type RawBuilder,
  type SelectQueryBuilder,
  type SqlBool,
  sql,
} from 'kysely';
import { searchWords } from '#lib/format/text.ts';
import { MAX_COUNTED } from '#lib/rules/lists/list-query.ts';
import type { Schema } from '../../tables.ts';
import type { Db } from './connection.ts';
import { countUpTo } from './counts.ts';
import { cutPage, readCursor } from './keyset.ts';
import { isPostgres } from './locking.ts';
import { listed, type Reach } from './reach.ts';

export interface PeopleFilter {
  /** The reach: whose people are listed. */
  reach: Reach;
  /** Words of the name, address, student number or guardian's name in any order, a part of the telephone, or the beginning of a CPF. */
  q?: string;
  /** A further filter: a condition on `users`. */
  among?: (where: ExpressionBuilder<Schema, 'users'>) => Expression<SqlBool>;
  limit: number;
  offset: number;
  /** In place of `offset`: the person before the page, or after it. A search takes no `antes_de`. */
  depois_de?: number;
  antes_de?: number;
}

type People = SelectQueryBuilder<Schema, 'users', object>;

/**
 * A page of people by name, then id, in a time that does not grow with the school (0079).
 *
 * @returns their ids in this order. `total` is exact up to `MAX_COUNTED`; a larger one says that there are more.
 */
export async function pageByName(db: Db, filter: PeopleFilter): Promise<{ ids: number[]; total: number }> {
  return filter.q ? found(db, filter, filter.q) : allOf(db, filter);
}

/** A page of people by name that begins behind a cursor, and where the next one begins. `total` as of `pageByName`. */
export async function pageAfterName(
  db: Db,
  { depois, limit, ...filter }: Pick<PeopleFilter, 'reach' | 'q' | 'among' | 'limit'> & { depois?: string | undefined },
): Promise<{ ids: number[]; total: number; next: string | null }> {
  const last = readCursor(depois, 1)?.[0];
  const page = { ...filter, limit: limit + 1, offset: 0, ...(last !== undefined && { depois_de: Number(last) }) };
  const { ids, total } = await pageByName(db, page);
  const { rows, next } = cutPage(ids, limit, (id) => [id]);
  return { ids: rows, total, next };
}

/** How many people a filter has: exact up to `MAX_COUNTED`. */
export const countPeople = async (db: Db, filter: Pick<PeopleFilter, 'reach' | 'among' | 'q'>): Promise<number> =>
  filter.q
    ? (await found(db, { ...filter, limit: 1, offset: 0 }, filter.q)).total
    : countUpTo(db, filtered(db.selectFrom('users'), filter), { limit: 0, offset: 0 });

function filtered(query: People, { reach: { escolaId, units }, among }: Pick<PeopleFilter, 'reach' | 'among'>): People {
  const inSchool = escolaId === null ? query : query.where('users.school_id', '=', escolaId);
  const inUnits =
    units === null
      ? inSchool
      : inSchool.where(({ exists, selectFrom }) =>
          exists(
            selectFrom('drive_users')
              .select('drive_users.id')
              .whereRef('drive_users.id', '=', 'users.drive_user_id')
              .where('drive_users.company_id', 'in', listed(units)),
          ),
        );
  return among ? inUnits.where(among) : inUnits;
}

async function allOf(db: Db, filter: PeopleFilter) {
  const { limit, offset } = filter;
  const all = filtered(db.selectFrom('users'), filter);
  const place = await placeOf(db, filter);
  const order = place?.isBefore ? 'desc' : 'asc';
  const page = place ? all.where(isBeside(place)) : all.offset(offset);
  const [rows, total] = await Promise.all([
    page
      .select('users.id')
      .orderBy('users.full_name', order)
      .orderBy('users.id', order)
      .limit(limit + 1)
      .execute(),
    countPeople(db, filter),
  ]);
  const ids = rows.slice(0, limit).map(({ id }) => id);
  // A page that ends at a person has one after it.
  const hasMore = place?.isBefore || rows.length > limit;
  const least = offset + ids.length + (hasMore ? 1 : 0);
  return { ids: place?.isBefore ? ids.toReversed() : ids, total: total > MAX_COUNTED ? Math.max(total, least) : total };
}

type Cursor = NonNullable<Awaited<ReturnType<typeof placeOf>>>;

const isBeside = ({ full_name, id, isBefore }: Cursor) =>
  sql<boolean>`(users.full_name, users.id) ${sql.raw(isBefore ? '<' : '>')} (${full_name}, ${id})`;

/** The person before or after the page, if that person is within the list's reach. */
async function placeOf(db: Db, { reach, depois_de, antes_de }: PeopleFilter) {
  const id = depois_de ?? antes_de;
  if (id === undefined) return null;
  const [person] = await filtered(db.selectFrom('users'), { reach })
    .select(['users.id', 'users.full_name'])
    .where('users.id', '=', id)
    .execute();
  return person ? { ...person, isBefore: depois_de === undefined } : null;
}

/** Above `MAX_COUNTED` people only some are found; a longer search text narrows them down. */
async function found(db: Db, filter: PeopleFilter, q: string) {
  const { limit, offset } = filter;
  const grams = withGrams(db, q);
  const some = grams && filtered(grams, filter).where(matches(q));
  const isByGrams = some !== null && !(isPostgres(db) && (await areMany(db, some)));
  const all = isByGrams ? some : filtered(db.selectFrom('users'), filter).where(matches(q));
  const first = inOwnOrder(db, all, isByGrams).limit(MAX_COUNTED + 1);
  const place = await placeOf(db, filter);
  const rows = await db
    .selectFrom('users')
    .select('users.id')
    .select(sql<number | string>`count(*) over ()`.as('total'))
    .where('users.id', 'in', first.select('users.id'))
    .$if(place !== null, (query) => query.where(isBeside(place as Cursor)))
    .orderBy('users.full_name')
    .orderBy('users.id')
    .limit(limit)
    .offset(place ? 0 : offset)
    .execute();
  const isWhole = place === null && (rows.length > 0 || offset === 0);
  const total = isWhole ? (rows[0]?.total ?? 0) : await countUpTo(db, first, { limit: 0, offset: 0 });
  return { ids: rows.map(({ id }) => id), total: Number(total) };
}

/**
 * PostgreSQL's trigram index returns rows in no order, so with many matches each page would show different people. Scanning the
 * index of names finds the first of many matches quickly.
 */
const areMany = async (db: Db, people: People) => (await countUpTo(db, people, { limit: 0, offset: 0 })) > MAX_COUNTED;

/** In the order of the index, so that a search stops as soon as it has enough rows. */
function inOwnOrder(db: Db, all: People, hasGrams: boolean): People {
  if (!hasGrams) return all.orderBy('users.full_name').orderBy('users.id');
  return isPostgres(db) ? all : all.orderBy(sql`people_grams.rowid`);
}

/** Looks like a CPF or a telephone, not like a name or address. Fewer digits would match everybody. */
const NUMBERS = /^[\d\s().+-]+$/;
const FEWEST_DIGITS = 4;

/** The number that a search may mean; null for a text with letters. */
function numberOf(q: string): { cpf: string; phone: string } | null {
  const digits = q.replace(/\D/g, '');
  const isNumber = NUMBERS.test(q) && digits.length >= FEWEST_DIGITS;
  return isNumber ? { cpf: digits, phone: digits.replace(/^55(?=\d{10,11}$)/, '') } : null;
}

function matches(q: string) {
  const number = numberOf(q);
  return (where: ExpressionBuilder<Schema, 'users'>) =>
    where.or([
      hasWords(q, personText()),
      ...(number
        ? [where('users.cpf', 'like', `${number.cpf}%`), where('users.phone', 'like', `%${number.phone}%`)]
        : []),
    ]);
}

const GRAM = 3;
/** Max. trigrams of a search: enough to distinguish people. */
const MAX_GRAMS = 20;

/** The trigrams of some words. */
function gramsOf(words: readonly string[]): string[] {
  const all = words.flatMap((word) => {
    const letters = [...word];
    return letters.slice(0, 1 - GRAM).map((_, index) => letters.slice(index, index + GRAM).join(''));
  });
  return [...new Set(all)].slice(0, MAX_GRAMS);
}

/** People who have all trigrams of the search, by an index; null when the search is too short for one. */
function withGrams(db: Db, q: string): People | null {
  const number = numberOf(q);
  const pieces = [searchWords(q), ...(number ? [[number.cpf], [number.phone]] : [])].map(gramsOf);
  if (pieces.some((grams) => grams.length === 0)) return null;
  if (isPostgres(db)) {
    const own = sql`people_grams(users.search_text, users.cpf, users.phone)`;
    return db
      .selectFrom('users')
      .where(({ or }) => or(pieces.map((grams) => sql<boolean>`${own} @> ${grams}::text[]`)));
  }
  const quoted = (gram: string) => `"${gram.replaceAll('"', '""')}"`;
  const matchQuery = pieces.map((grams) => `(${grams.map(quoted).join(' AND ')})`).join(' OR ');
  return (
    db
      .selectFrom('people_grams')
      // The order matters: otherwise SQLite would query the index once for each person.
      .crossJoin('users')
      .whereRef('users.id', '=', 'people_grams.rowid')
      .where(sql<boolean>`people_grams match ${matchQuery}`) as unknown as People
  );
}

/** SQLite has no default escape character. */
const contains = (text: RawBuilder<string>, word: string) =>
  sql<boolean>`${text} like ${`%${word.replace(/[\\%_]/g, (character) => `\\${character}`)}%`} escape '\\'`;

/** A column folded for searches: see `foldText`. */
export const folded = (column: string): RawBuilder<string> => sql<string>`folded(${sql.ref(column)})`;

/**
 * Whether every word of a search occurs in one of the texts, in any order (0079). A search without words finds nothing.
 *
 * @param texts folded texts: `users.search_text`, which the database maintains, or `folded` columns
 */
export function hasWords(q: string, ...texts: RawBuilder<string>[]): RawBuilder<boolean> {
  const words = searchWords(q).map(
    (word) =>
      sql`(${sql.join(
        texts.map((text) => contains(text, word)),
        sql` or `,
      )})`,
  );
  return words.length === 0 ? sql<boolean>`1 = 0` : sql<boolean>`(${sql.join(words, sql` and `)})`;
}

/** What a search looks at of a person: name, address, number and the guardian's name. @param users the name of the table in the query */
export const personText = (users = 'users'): RawBuilder<string> => sql<string>`${sql.ref(`${users}.search_text`)}`;
