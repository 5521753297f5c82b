import { type Kysely, sql } from 'kysely';
import { tables } from '../../tables.ts';
import type { Engine } from './connection.ts';
import { addingSteps, statementsOf } from './ddl.ts';
import { jsonText } from './json-text.ts';
import { triggerStatements } from './triggers/index.ts';

/** One step of the schema. */
export interface Step {
  name: string;
  /** @param outside the same database outside the step's transaction, for `create index concurrently` alone */
  up(db: Kysely<unknown>, engine: Engine, outside: Kysely<unknown>): Promise<void>;
}

export const BASELINE = '0200-baseline';

/** Everything that the descriptions of tables have and no later step adds. */
const baseline: Step = {
  name: BASELINE,
  async up(db, engine) {
    await run(db, statementsOf(tables, engine));
    await sql`create index users_guardian_cpf on users (${jsonText(engine, 'guardian', 'cpf')})
      where guardian is not null`.execute(db);
    await run(db, triggerStatements(engine));
    // Counts of tries, where processes share them.
    if (engine === 'postgres') {
      await run(db, [
        'create table rate_limits (key varchar(255) primary key, points integer not null default 0, expire bigint)',
      ]);
    }
  },
};

/**
 * Steps that do more than a description says: they move data, change a type, take something away. A step that has landed is
 * never edited. What a step of the same name adds by `since` is there before it runs.
 */
const writtenSteps: readonly Step[] = [];

/** In the order of their names, in which they run. */
export const steps: readonly Step[] = [baseline, ...laterSteps()];

function laterSteps(): Step[] {
  const written = new Map(writtenSteps.map((step) => [step.name, step]));
  const names = new Set([...addingSteps(tables), ...written.keys()]);
  return [...names].toSorted().map((name) => ({
    name,
    async up(db, engine, outside) {
      await run(db, statementsOf(tables, engine, name));
      await written.get(name)?.up(db, engine, outside);
    },
  }));
}

async function run(db: Kysely<unknown>, statements: readonly string[]): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
