import type { Insertable } from 'kysely';
import type { School } from '../../http/ctx.ts';
import type { Db } from '../connection.ts';
import type { Schema } from '../types.ts';
import { seedClock } from './clock.ts';
import { continueCounting } from './index.ts';
import { type AddRows, loadClass, loadStudent } from './load-rows.ts';
import { demoPassword } from './people.ts';

/** Students of the load data set have mail addresses at this host, so that they are told apart and counted. */
const HOST = '@carga.example';
export const STUDENTS_IN_A_CLASS = 20;
const BATCH = 500;
/** Written before the students, who refer to them. */
const CLASS_TABLES = ['turmas', 'turma_horarios', 'aulas', 'periodos', 'avaliacoes'] as const;
/** SQLite takes 32,766 values in a statement. */
const MOST_VALUES = 30_000;

/**
 * Adds made-up students, always the same ones, until the school has that many: each with an enrolment in a class of
 * twenty, bills, points, notices, a book, presence and grades.
 *
 * @returns how many were made.
 */
export async function growSchool({ db, database, hashes, now, config }: School, students: number): Promise<number> {
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
    const add: AddRows = (table, ...more) => {
      rows.set(table, [...(rows.get(table) ?? []), ...(more as Insertable<Schema[keyof Schema]>[])]);
    };
    for (const number of numbers) {
      if (number % STUDENTS_IN_A_CLASS === 1) loadClass(add, Math.ceil(number / STUDENTS_IN_A_CLASS), clock);
      loadStudent(add, number, { clock, hash, email: `aluno${String(number).padStart(6, '0')}${HOST}` });
    }
    await db.transaction().execute(async (tx) => {
      for (const [table, all] of rows) await insertAll(tx, table, all);
      if (database.engine === 'postgres') await continueCounting(tx);
    });
  }
  return Math.max(0, students - first + 1);
}

async function insertAll(tx: Db, table: keyof Schema, rows: Insertable<Schema[keyof Schema]>[]): Promise<void> {
  const width = Object.keys(rows[0] ?? {}).length;
  const most = Math.max(1, Math.floor(MOST_VALUES / Math.max(1, width)));
  for (let at = 0; at < rows.length; at += most) {
    await tx
      .insertInto(table)
      .values(rows.slice(at, at + most))
      .execute();
  }
}
