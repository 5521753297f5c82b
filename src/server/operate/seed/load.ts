import { CompiledQuery, type Insertable } from 'kysely';
import type { Db, Engine } from '../../core/db/connection.ts';
import { continueCounting } from '../../core/db/continue-counting.ts';
import { gatherStatistics } from '../../core/db/statistics.ts';
import type { School } from '../../core/http/ctx.ts';
import type { OnProgress } from '../../on-progress.ts';
import type { Schema } from '../../tables.ts';
import { seedClock } from './clock.ts';
import { type AddRow, loadClass, loadStudent, TEACHER } from './load-rows.ts';
import { demoPassword } from './people.ts';

/** Students of the load data set have mail addresses at this host, so that the command can recognise and count them. */
const HOST = '@carga.example';
const DEMO_HOST = '@demo.example';
const STUDENTS_IN_A_CLASS = 20;
const BATCH = 200;
/** Written before the students, whose rows refer to them. */
const CLASS_TABLES = ['turmas', 'turma_horarios', 'aulas', 'periodos', 'avaliacoes'] as const;
/** SQLite takes at most 32,766 values in a statement. */
const MAX_VALUES = 30_000;

/** Why a database must not get invented people. */
export class UnfitSchool extends Error {
  override name = 'UnfitSchool';
}

/**
 * Adds made-up students, always the same ones, until the school has that many. Each has an enrolment in a class of
 * twenty, bills, points, notices, a book, presence and grades.
 *
 * @param amongOthers also when the database has accounts of other people.
 * @param onProgress hears how many of the students there are, after each batch.
 * @returns the number of new students.
 * @throws UnfitSchool without the demo school, or with accounts of other people.
 */
export async function growSchool(
  { db, database, hashes, now, config }: School,
  students: number,
  { amongOthers = false, onProgress }: { amongOthers?: boolean; onProgress?: OnProgress } = {},
): Promise<number> {
  await refuseUnfit(db, amongOthers);
  const { count } = await db
    .selectFrom('users')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('email_key', 'like', `%${HOST}`)
    .executeTakeFirstOrThrow();
  const first = Number(count) + 1;
  const hash = await hashes.hash(demoPassword);
  const clock = seedClock(now(), config.SCHOOL_TIME_ZONE);
  for (let from = first; from <= students; from += BATCH) {
    const numbers = Array.from({ length: Math.min(BATCH, students - from + 1) }, (_, index) => from + index);
    const rows = new Map<keyof Schema, Insertable<Schema[keyof Schema]>[]>(CLASS_TABLES.map((table) => [table, []]));
    const add: AddRow = (table, row) => {
      const known = rows.get(table);
      if (known) known.push(row);
      else rows.set(table, [row]);
    };
    for (const number of numbers) {
      if (number % STUDENTS_IN_A_CLASS === 1) loadClass(add, Math.ceil(number / STUDENTS_IN_A_CLASS), clock);
      loadStudent(add, number, { clock, hash, email: `aluno${String(number).padStart(6, '0')}${HOST}` });
    }
    await db.transaction().execute(async (tx) => {
      for (const [table, all] of rows) await insertAll({ db: tx, engine: database.engine }, table, all);
      if (database.engine === 'postgres') await continueCounting(tx);
    });
    onProgress?.(Math.min(from + BATCH - 1, students), students);
  }
  await gatherStatistics(database);
  return Math.max(0, students - first + 1);
}

async function refuseUnfit(db: Db, amongOthers: boolean): Promise<void> {
  const teacher = await db.selectFrom('users').select('email_key').where('id', '=', TEACHER).executeTakeFirst();
  if (!teacher?.email_key.endsWith(DEMO_HOST)) {
    throw new UnfitSchool('The demo school is missing: it is made in an empty database unless DEMO is off.');
  }
  if (amongOthers) return;
  const other = await db
    .selectFrom('users')
    .select('id')
    .where('email_key', 'not like', `%${HOST}`)
    .where('email_key', 'not like', `%${DEMO_HOST}`)
    .limit(1)
    .executeTakeFirst();
  if (other) throw new UnfitSchool('Accounts of other people are in this database.');
}

/** Without a query for each batch: making a query of thousands of rows takes as long as running it. */
async function insertAll(
  { db, engine }: { db: Db; engine: Engine },
  table: keyof Schema,
  rows: Insertable<Schema[keyof Schema]>[],
): Promise<void> {
  const names = Object.keys(rows[0] ?? {});
  const max = Math.max(1, Math.floor(MAX_VALUES / Math.max(1, names.length)));
  for (let at = 0; at < rows.length; at += max) {
    const some = rows.slice(at, at + max) as Record<string, unknown>[];
    const values = some.flatMap((row) => names.map((name) => row[name]));
    await db.executeQuery(
      CompiledQuery.raw(
        `insert into ${table} (${names.join(', ')}) values ${placesFor(engine, some.length, names.length)}`,
        values.map((value) => (typeof value === 'boolean' ? Number(value) : value)),
      ),
    );
  }
}

function placesFor(engine: Engine, rows: number, columns: number): string {
  if (engine === 'sqlite')
    return Array(rows)
      .fill(`(${Array(columns).fill('?').join(', ')})`)
      .join(', ');
  const row = (index: number) => Array.from({ length: columns }, (_, place) => `$${index * columns + place + 1}`);
  return Array.from({ length: rows }, (_, index) => `(${row(index).join(', ')})`).join(', ');
}
