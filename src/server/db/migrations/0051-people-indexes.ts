import { type Kysely, sql } from 'kysely';
import type { Step } from '../migrate.ts';
import { COLUMNS } from './0048-people-by-name.ts';

const BY_NAME = {
  users_school_name: '(school_id, full_name, id)',
  users_name: '(full_name, id)',
};
const GRAMS = { users_grams: `using gin (people_grams(${COLUMNS}))` };

/**
 * The indexes of 0048. On PostgreSQL people go on to write meanwhile: the pieces of twenty thousand names take some
 * seconds. An index whose making was broken off is there and finds nothing, so it is made again.
 */
export const peopleIndexes: Step = {
  name: '0051-people-indexes',
  async up(db, { engine }, outside) {
    const indexes = Object.entries(engine === 'sqlite' ? BY_NAME : { ...BY_NAME, ...GRAMS });
    for (const [name, rows] of indexes) {
      if (engine === 'sqlite') await run(db, `create index if not exists ${name} on users ${rows}`);
      else {
        if (await isBroken(outside, name)) await run(outside, `drop index concurrently ${name}`);
        await run(outside, `create index concurrently if not exists ${name} on users ${rows}`);
      }
    }
  },
};

const run = (db: Kysely<unknown>, statement: string) => sql.raw(statement).execute(db);

/** Whether the making of an index was broken off. */
export async function isBroken(db: Kysely<unknown>, name: string): Promise<boolean> {
  const { rows } = await sql`select 1 from pg_index
    where indexrelid = to_regclass(${name}) and not indisvalid`.execute(db);
  return rows.length > 0;
}
