import { type Expression, type RawBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely';

/** A sort order of rows, by texts, columns or expressions, and finally by an id. None of them is null. */
export type Order = readonly (readonly [by: string | RawBuilder<unknown>, direction: 'asc' | 'desc'])[];
type Cursor = readonly (string | number)[];

const MAX_ID = 2_147_483_647;

/** The rows after a cursor, in a sort order, and one row more than requested: it shows whether another page follows. */
export function pageAfter<DB, TB extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, TB, Row>,
  order: Order,
  { depois, limit }: { depois?: string | undefined; limit: number },
): SelectQueryBuilder<DB, TB, Row> {
  const cursor = readCursor(depois, order.length);
  const behind = cursor ? query.where(() => isBehind(order, cursor)) : query;
  return order
    .reduce((sorted, [by, direction]) => sorted.orderBy(expressionOf(by), direction), behind)
    .limit(limit + 1);
}

const expressionOf = (by: Order[number][0]) => (typeof by === 'string' ? sql.ref(by) : by);
const later = (direction: string | undefined) => sql.raw(direction === 'asc' ? '>' : '<');

/**
 * Greater in the first column, or equal there and greater in the second, and so on. If all columns have one direction, a row
 * comparison says so and an index can start there; otherwise the first column limits the range.
 */
function isBehind(order: Order, cursor: Cursor): Expression<SqlBool> {
  const [first, ...others] = order;
  if (others.every(([, direction]) => direction === first?.[1])) {
    const values = sql.join(order.map(([by]) => expressionOf(by)));
    return sql<SqlBool>`(${values}) ${later(first?.[1])} (${sql.join(cursor)})`;
  }
  const parts = order.map(([by, direction], at) => {
    const equal = order.slice(0, at).map(([before], earlier) => sql`${expressionOf(before)} = ${cursor[earlier]}`);
    return sql`(${sql.join([...equal, sql`${expressionOf(by)} ${later(direction)} ${cursor[at]}`], sql` and `)})`;
  });
  return sql<SqlBool>`(${expressionOf(first?.[0] ?? '')} ${later(first?.[1])}= ${cursor[0]} and (${sql.join(parts, sql` or `)}))`;
}

/** A page of the rows from `pageAfter`, and the cursor of the next page: opaque, null on the last page. */
export function cutPage<Row>(
  rows: readonly Row[],
  limit: number,
  cursorOf: (row: Row) => Cursor,
): { rows: Row[]; next: string | null } {
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return { rows: page, next: last && rows.length > limit ? encode(cursorOf(last)) : null };
}

/** A list that is short enough for one page. */
export const onePage = <Item>(items: Item[]) => ({ items, total: items.length, next: null });

const encode = (cursor: Cursor): string => Buffer.from(JSON.stringify(cursor)).toString('base64url');

const isText = (each: unknown): each is string => typeof each === 'string' && !each.includes('\0');
const isId = (each: unknown): each is number => Number.isInteger(each) && Number(each) > 0 && Number(each) <= MAX_ID;

/** An invalid cursor counts as absent: the list starts at its beginning. */
export function readCursor(text: string | undefined, length: number): Cursor | null {
  if (!text) return null;
  try {
    const cursor: unknown = JSON.parse(Buffer.from(text, 'base64url').toString());
    const fits = Array.isArray(cursor) && cursor.length === length;
    return fits && cursor.every((each, at) => (at < length - 1 ? isText(each) : isId(each))) ? cursor : null;
  } catch {
    return null;
  }
}
