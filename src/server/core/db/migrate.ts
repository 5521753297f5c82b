import { setTimeout } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import { ConfigError } from '../../config.ts';
import type { Schema } from '../../tables.ts';
import type { Engine } from './connection.ts';
import { renameColumns, renamedColumns } from './renames.ts';
import { BASELINE, steps } from './steps.ts';
import { tableNames } from './table-names.ts';

/**
 * The last step of the versions before the baseline. A database that ran it has the baseline's schema, except that some columns
 * have former names.
 */
const LAST_BEFORE_BASELINE = '0112-counts-of-students-filled';

/** A database that this version cannot use. Printed at start without a stack. */
class OtherDatabase extends ConfigError {}

/** Receives the progress of the migration, one line at a time. */
export type Report = (facts: Record<string, string | number>, words: string) => void;

const LOCK = 7_211_436;
const PAUSE_MS = 50;

/**
 * Brings the schema up to date. Each step runs in its own transaction together with its record, behind a lock. So processes that
 * start together run every step once (Kysely's own migrator has no lock on SQLite).
 *
 * If no step is pending, nothing is written, so an account without the right to change the schema may call it (0004).
 *
 * @param only the steps of an older version, whose backup is restored; absent: all.
 * @param report receives the pending steps, each finished step with its duration, and a wait for another process.
 * @returns the names of the steps that ran here.
 * @throws ConfigError for a database of another version, before anything is written; or the error of a failed step, which is
 *   rolled back.
 */
export async function migrate(
  db: Kysely<Schema>,
  engine: Engine,
  only?: readonly string[],
  report: Report = () => undefined,
): Promise<string[]> {
  const aheadOf = (known: readonly string[]) =>
    steps.filter(({ name }) => !known.includes(name) && (!only || currentNames(only).includes(name)));
  if ((await tableNames(db)).includes('schema_steps')) {
    await refuseOther(db);
    const ran = await stepsOf(db);
    if (!isBeforeBaseline(ran) && aheadOf(ran).length === 0) return [];
  }
  let isWaiting = false;
  const onWait = () => {
    if (!isWaiting) report({}, 'another process brings the schema up to date: this one waits for it');
    isWaiting = true;
  };
  await alone(db, engine, onWait, async (tx) => {
    // PostgreSQL checks the right to create a table even if the table exists.
    if (!(await tableNames(tx)).includes('schema_steps')) {
      await sql`create table schema_steps (name varchar(100) primary key, ran_at varchar(30) not null)`.execute(tx);
    }
    await refuseOther(tx);
    if (isBeforeBaseline(await stepsOf(tx))) {
      const started = performance.now();
      await renameColumns(tx as unknown as Kysely<unknown>, engine);
      await replaceSteps(tx);
      const ms = Math.round(performance.now() - started);
      report({ step: BASELINE, ms }, 'the schema of 0.1.0 is taken over: some columns have other names');
    }
  });
  const ahead = aheadOf(await stepsOf(db));
  if (ahead.length > 0) report({ steps: ahead.length }, 'the schema is brought up to date');
  const ran: string[] = [];
  for (const step of ahead) {
    await alone(db, engine, onWait, async (tx) => {
      const started = performance.now();
      // No parameters: with them PostgreSQL keeps the query's snapshot until the next query of the transaction, and an index that
      // is created concurrently outside of it would wait for that.
      const { rows } = await sql`select name from schema_steps where name = ${sql.lit(step.name)}`.execute(tx);
      if (rows.length > 0) return;
      await step.up(tx as unknown as Kysely<unknown>, engine, db as unknown as Kysely<unknown>);
      await sql`insert into schema_steps (name, ran_at) values (${step.name}, ${new Date().toISOString()})`.execute(tx);
      ran.push(step.name);
      report({ step: step.name, ms: Math.round(performance.now() - started) }, 'a step of the schema is done');
    });
  }
  return ran;
}

/** Names of the steps that ran, in order. */
export async function stepsOf(db: Kysely<Schema>): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from schema_steps order by name`.execute(db);
  return rows.map(({ name }) => name);
}

/** The same steps under the names of this version: the steps before the baseline count as the baseline once all of them ran. */
export const currentNames = (names: readonly string[]): string[] =>
  isBeforeBaseline(names) ? [BASELINE, ...names.filter((name) => name > BASELINE)] : [...names];

/**
 * Columns of a table as this version names them, in the same order.
 *
 * @param names the steps of the schema that has the columns
 */
export const currentColumns = (names: readonly string[], table: string, columns: readonly string[]): string[] =>
  columns.map((column) => (isBeforeBaseline(names) && renamedColumns[table]?.[column]) || column);

/** Why this version cannot use a schema with these steps; null if it can. */
export function problemOfSteps(names: readonly string[]): { isOlder: boolean; unknown: string[] } | null {
  const known = new Set(steps.map(({ name }) => name));
  const unknown = currentNames(names).filter((name) => !known.has(name));
  return unknown.length === 0 ? null : { isOlder: unknown.every((name) => name < BASELINE), unknown };
}

/** @throws ConfigError if another version ran steps that this one does not know. */
export async function refuseOther(db: Kysely<Schema>): Promise<void> {
  const problem = problemOfSteps(await stepsOf(db));
  if (problem?.isOlder)
    throw new OtherDatabase(
      'Este banco é de antes da última versão 0.1.0 do portal. Inicie-o uma vez com a última 0.1.0, que o atualiza, e depois com esta.\n' +
        'Nada foi mudado.',
    );
  if (problem)
    throw new OtherDatabase(
      `Uma versão mais nova do portal já usou este banco: ele tem passos que esta não conhece (${problem.unknown.join(', ')}).\n` +
        'Inicie aquela versão de novo, ou restaure uma cópia de antes dela.',
    );
}

/** Whether a database with these steps comes from the last 0.1.0, so that the next start migrates it. */
export const isBeforeBaseline = (names: readonly string[]): boolean => names.includes(LAST_BEFORE_BASELINE);

/** Records the baseline in place of the steps that it replaces, for a schema whose columns already have their current names. */
export async function replaceSteps(db: Kysely<Schema>): Promise<void> {
  await sql`delete from schema_steps where name < ${BASELINE}`.execute(db);
  await sql`insert into schema_steps (name, ran_at) values (${BASELINE}, ${new Date().toISOString()})`.execute(db);
}

/**
 * Does work in a transaction while no other process does. It polls for the lock instead of waiting inside a query, because
 * creating an index concurrently waits for every query that started before it.
 */
async function alone(
  db: Kysely<Schema>,
  engine: Engine,
  onWait: () => void,
  work: (tx: Kysely<Schema>) => Promise<void>,
): Promise<void> {
  const isDone = await db.transaction().execute(async (tx) => {
    if (engine === 'postgres' && !(await hasLock(tx))) return false;
    await work(tx);
    return true;
  });
  if (isDone) return;
  onWait();
  await setTimeout(PAUSE_MS);
  await alone(db, engine, onWait, work);
}

async function hasLock(tx: Kysely<Schema>): Promise<boolean> {
  const { rows } = await sql<{ mine: boolean }>`select pg_try_advisory_xact_lock(${LOCK}) as mine`.execute(tx);
  return rows[0]?.mine === true;
}
