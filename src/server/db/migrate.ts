import { type Kysely, sql } from 'kysely';
import { ConfigError } from '../config.ts';
import { columns } from './columns.ts';
import type { Engine } from './connection.ts';
import { steps } from './migrations/index.ts';
import type { Schema } from './types.ts';

/** A newer version of the program ran steps that this one does not know. Printed at start without a stack. */
class NewerDatabase extends ConfigError {
  constructor(unknown: readonly string[]) {
    super(
      `A newer version of the portal has used this database: it has steps that this version does not know (${unknown.join(', ')}).\n` +
        'Start that version again, or restore a backup from before it.',
    );
  }
}

/** One step of the schema. A landed step is never edited: add another one. */
export interface Step {
  name: string;
  up(db: Kysely<unknown>, types: ReturnType<typeof columns>): Promise<void>;
}

const LOCK = 7_211_436;

/**
 * Brings the schema up to date. Each step runs in its own transaction together with its record, behind a lock. So
 * processes that start together run every step once (Kysely's own migrator has no lock on SQLite).
 *
 * @returns the names of the steps that ran here.
 * @throws NewerDatabase, before anything is written; or the error of a failed step, which leaves no trace.
 */
export async function migrate(db: Kysely<Schema>, engine: Engine): Promise<string[]> {
  const types = columns(engine);
  const lock = async (tx: Kysely<Schema>) => {
    if (engine === 'postgres') await sql`select pg_advisory_xact_lock(${LOCK})`.execute(tx);
  };
  await db.transaction().execute(async (tx) => {
    await lock(tx);
    await sql`create table if not exists schema_steps (name varchar(100) primary key, ran_at varchar(30) not null)`.execute(
      tx,
    );
    const applied = await sql<{ name: string }>`select name from schema_steps order by name`.execute(tx);
    const unknown = applied.rows.map(({ name }) => name).filter((name) => !steps.some((step) => step.name === name));
    if (unknown.length > 0) throw new NewerDatabase(unknown);
  });
  const ran: string[] = [];
  for (const step of steps) {
    await db.transaction().execute(async (tx) => {
      await lock(tx);
      const known = await sql`select name from schema_steps where name = ${step.name}`.execute(tx);
      if (known.rows.length > 0) return;
      await step.up(tx as unknown as Kysely<unknown>, types);
      await sql`insert into schema_steps (name, ran_at) values (${step.name}, ${new Date().toISOString()})`.execute(tx);
      ran.push(step.name);
    });
  }
  return ran;
}
