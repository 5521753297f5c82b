import { type Kysely, sql } from 'kysely';
import type { Engine } from '../../src/server/core/db/connection.ts';
import { dropTriggers, renamedColumns, renamedTriggers } from '../../src/server/core/db/renames.ts';
import type { TestSchool } from './school.ts';

/** The renamed columns of a table, from the name of today to that of 0.1.0, in the order in which names become free. */
const backOf = (table: string) =>
  Object.entries(renamedColumns[table] ?? {})
    .map(([before, now]) => ({ before, now }))
    .toReversed();

/** A statement of the current baseline as in 0.1.0. */
export function asBefore(statement: string): string {
  const [, table = ''] = /^create (?:table|(?:unique )?index \w+ on|trigger .*? on) (\w+)/s.exec(statement) ?? [];
  // Triggers of many tables write into this table.
  const tables = statement.includes('sync_changes') ? [table, 'sync_changes'] : [table];
  return tables
    .flatMap(backOf)
    .reduce((text, { before, now }) => text.replaceAll(new RegExp(`\\b${now}\\b`, 'g'), before), statement);
}

/** Changes a database to the schema of the last 0.1.0, with all its rows. */
export async function takeBack({ db }: Pick<TestSchool['school'], 'db'>, engine: Engine): Promise<void> {
  const bare = db as unknown as Kysely<unknown>;
  const triggers = renamedTriggers(engine);
  await dropTriggers(bare, triggers);
  for (const table of Object.keys(renamedColumns))
    for (const { before, now } of backOf(table))
      await sql.raw(`alter table ${table} rename column ${now} to ${before}`).execute(bare);
  for (const statement of triggers) await sql.raw(asBefore(statement)).execute(bare);
}
