import { type RawBuilder, sql } from 'kysely';
import type { Engine } from './connection.ts';

/** One text from a JSON column. An index and its queries have to use this same expression. */
export const jsonText = (engine: Engine, column: string, key: string): RawBuilder<string | null> =>
  engine === 'sqlite'
    ? sql`json_extract(${sql.ref(column)}, ${sql.lit(`$.${key}`)})`
    : sql`((${sql.ref(column)}::json)->>${sql.lit(key)})`;
