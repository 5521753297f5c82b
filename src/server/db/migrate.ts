import { setTimeout } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import { ConfigError } from '../config.ts';
import { columns } from './columns.ts';
import type { Engine } from './connection.ts';
import { steps } from './migrations/index.ts';
import { tableNames } from './table-names.ts';
import type { Schema } from './types.ts';

/** A newer version of the program ran steps that this one does not know. Printed at start without a stack. */
class NewerDatabase extends ConfigError {
  constructor(unknown: readonly string[]) {
    super(
      `Uma versão mais nova do portal já usou este banco: ele tem passos que esta não conhece (${unknown.join(', ')}).\n` +
        'Inicie aquela versão de novo, ou restaure uma cópia de antes dela.',
    );
  }
}

/** One step of the schema. A landed step is never edited: add another one. */
export interface Step {
  name: string;
  /** @param outside the same database outside the step's transaction, for `create index concurrently` alone */
  up(db: Kysely<unknown>, types: ReturnType<typeof columns>, outside: Kysely<unknown>): Promise<void>;
}

/** Is told what becomes of the schema, one line at a time. */
export type Tell = (facts: Record<string, string | number>, words: string) => void;

const LOCK = 7_211_436;
const PAUSE_MS = 50;

/**
 * Brings the schema up to date. Each step runs in its own transaction together with its record, behind a lock. So
 * processes that start together run every step once (Kysely's own migrator has no lock on SQLite).
 *
 * Where nothing lies ahead, nothing is written: an account without the right to change the schema may ask too (0129).
 *
 * @param only the steps of an older version, whose backup is restored; absent: all.
 * @param tell hears of steps that lie ahead, of each that ran with its time, and of a wait for another process.
 * @returns the names of the steps that ran here.
 * @throws NewerDatabase, before anything is written; or the error of a failed step, which leaves no trace.
 */
export async function migrate(
  db: Kysely<Schema>,
  engine: Engine,
  only?: readonly string[],
  tell: Tell = () => undefined,
): Promise<string[]> {
  const aheadOf = (known: readonly string[]) =>
    steps.filter(({ name }) => !known.includes(name) && (!only || only.includes(name)));
  if ((await tableNames(db)).includes('schema_steps')) {
    await refuseNewer(db);
    if (aheadOf(await stepsOf(db)).length === 0) return [];
  }
  const types = columns(engine);
  let isWaiting = false;
  const onWait = () => {
    if (!isWaiting) tell({}, 'another process brings the schema up to date: this one waits for it');
    isWaiting = true;
  };
  await alone(db, engine, onWait, async (tx) => {
    await sql`create table if not exists schema_steps (name varchar(100) primary key, ran_at varchar(30) not null)`.execute(
      tx,
    );
    await refuseNewer(tx);
  });
  const ahead = aheadOf(await stepsOf(db));
  if (ahead.length > 0) tell({ steps: ahead.length }, 'the schema is brought up to date');
  const ran: string[] = [];
  for (const step of ahead) {
    await alone(db, engine, onWait, async (tx) => {
      const started = performance.now();
      // No parameters: PostgreSQL keeps what a query with some sees, until the next one of the transaction, and an index
      // that is made concurrently outside of it would wait for that.
      const { rows } = await sql`select name from schema_steps where name = ${sql.lit(step.name)}`.execute(tx);
      if (rows.length > 0) return;
      await step.up(tx as unknown as Kysely<unknown>, types, db as unknown as Kysely<unknown>);
      await sql`insert into schema_steps (name, ran_at) values (${step.name}, ${new Date().toISOString()})`.execute(tx);
      ran.push(step.name);
      tell({ step: step.name, ms: Math.round(performance.now() - started) }, 'a step of the schema is done');
    });
  }
  return ran;
}

/** Names of the steps that ran, in order. */
export async function stepsOf(db: Kysely<Schema>): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from schema_steps order by name`.execute(db);
  return rows.map(({ name }) => name);
}

/** The steps that this version of the program does not know. */
export const unknownSteps = (names: readonly string[]) => {
  const known = new Set(steps.map(({ name }) => name));
  return names.filter((name) => !known.has(name));
};

/** @throws NewerDatabase if a newer version ran steps that this one does not know. */
export async function refuseNewer(db: Kysely<Schema>): Promise<void> {
  const unknown = unknownSteps(await stepsOf(db));
  if (unknown.length > 0) throw new NewerDatabase(unknown);
}

/**
 * Does work in a transaction while no other process does. It asks for the lock again and again, and does not wait for it
 * inside a query: an index that is made concurrently waits for every query that began before it.
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
