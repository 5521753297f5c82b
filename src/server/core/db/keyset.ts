import { type Expression, type SelectQueryBuilder, type SqlBool, sql } from 'kysely';

/** An order of rows, by columns of texts and last by an id. None is null. */
export type Order = readonly (readonly [column: string, direction: 'asc' | 'desc'])[];
type Place = readonly (string | number)[];

const MAX_ID = 2_147_483_647;

/** The rows behind a place, in an order, and one more than asked: it says whether a page follows. */
export function pageAfter<DB, TB extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, TB, Row>,
  order: Order,
  { depois, limit }: { depois?: string | undefined; limit: number },
): SelectQueryBuilder<DB, TB, Row> {
  const place = placeIn(depois, order.length);
  const behind = place ? query.where(() => isBehind(order, place)) : query;
  return order
    .reduce((sorted, [column, direction]) => sorted.orderBy(sql.ref(column), direction), behind)
    .limit(limit + 1);
}

const later = (direction: string | undefined) => sql.raw(direction === 'asc' ? '>' : '<');

/**
 * Later in the first column; or equal there and later in the second; and so on. One row of values says so where all columns
 * have one direction, and an index begins there. Otherwise the first column leads to it.
 */
function isBehind(order: Order, place: Place): Expression<SqlBool> {
  const [first, ...others] = order;
  if (others.every(([, direction]) => direction === first?.[1])) {
    const columns = sql.join(order.map(([column]) => sql.ref(column)));
    return sql<SqlBool>`(${columns}) ${later(first?.[1])} (${sql.join(place)})`;
  }
  const parts = order.map(([column, direction], at) => {
    const equal = order.slice(0, at).map(([before], earlier) => sql`${sql.ref(before)} = ${place[earlier]}`);
    return sql`(${sql.join([...equal, sql`${sql.ref(column)} ${later(direction)} ${place[at]}`], sql` and `)})`;
  });
  return sql<SqlBool>`(${sql.ref(first?.[0] ?? '')} ${later(first?.[1])}= ${place[0]} and (${sql.join(parts, sql` or `)}))`;
}

/** A page of what `pageAfter` found, and where the next one begins: opaque, null on the last page. */
export function cutPage<Row>(
  rows: readonly Row[],
  limit: number,
  placeOf: (row: Row) => Place,
): { rows: Row[]; next: string | null } {
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return { rows: page, next: last && rows.length > limit ? encode(placeOf(last)) : null };
}

const encode = (place: Place): string => Buffer.from(JSON.stringify(place)).toString('base64url');

const isText = (each: unknown): each is string => typeof each === 'string' && !each.includes('\0');
const isId = (each: unknown): each is number => Number.isInteger(each) && Number(each) > 0 && Number(each) <= MAX_ID;

/** A place that nobody made is none: the list begins where it begins. */
function placeIn(text: string | undefined, length: number): Place | null {
  if (!text) return null;
  try {
    const place: unknown = JSON.parse(Buffer.from(text, 'base64url').toString());
    const fits = Array.isArray(place) && place.length === length;
    return fits && place.every((each, at) => (at < length - 1 ? isText(each) : isId(each))) ? place : null;
  } catch {
    return null;
  }
}
