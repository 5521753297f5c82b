import type { Turma } from '#lib/contract/pedagogico.schema.ts';
import type { Db } from '../db/connection.ts';
import { presentTurma } from './present.ts';
import { type classesOf, scheduleOf } from './queries.ts';

type Rows = Awaited<ReturnType<typeof classesOf>>;

/** Classes with timetable, progress and next lesson: three queries for any number of classes. */
export async function withSchedule(db: Db, rows: Rows, now: Date): Promise<Turma[]> {
  const { horarios, next, given } = await scheduleOf(
    db,
    rows.map(({ id }) => id),
    now.toISOString(),
  );
  return rows.map((row) =>
    presentTurma(
      row,
      horarios.filter(({ turma_id }) => turma_id === row.id),
      next.find(({ turma_id }) => turma_id === row.id),
      Number(given.find(({ turma_id }) => turma_id === row.id)?.given ?? 0),
      now,
    ),
  );
}
