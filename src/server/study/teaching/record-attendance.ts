import type { z } from 'zod';
import type { AttendanceStudent } from '#lib/contract/teaching-lessons.schema.ts';
import { dayIn } from '#lib/rules/time/zones.ts';
import { followAttendance } from '../../club/follow-attendance.ts';
import type { Db } from '../../core/db/connection.ts';
import { locked } from '../../core/db/locking.ts';
import { audit } from '../../core/http/audit.ts';
import type { Ctx } from '../../core/http/ctx.ts';
import { conflict, invalid } from '../../core/http/refusal.ts';
import { noteReplacement } from '../absences/replacement.ts';
import { lessonWindow } from '../pedagogico/lessons-ahead.ts';
import { planAbsenceNotices } from './absence-notices.ts';
import { attendanceStudents, visitorsOf } from './attendance-students.ts';
import type { recordAttendanceInput } from './inputs.ts';
import { namesOf, readTaughtLesson } from './read-lesson.ts';
import { taughtLesson } from './taught-class.ts';

type Input = z.output<typeof recordAttendanceInput>;
type Mark = Input['presencas'][number];
type Marked = AttendanceStudent & { now: Mark['situacao'] };

const cameBy = (situacao: AttendanceStudent['situacao']) => situacao === 'presente' || situacao === 'atraso';

/**
 * Records the attendance of a lesson, including visitors from other classes. Points are credited accordingly, and each change of
 * an earlier record is logged.
 *
 * @throws Refusal 404; 409 for a cancelled lesson, and before it opens; 422 for a person who is not in the class
 */
export async function recordAttendance(ctx: Ctx, { id, presencas, visitas }: Input) {
  const at = ctx.now();
  const spent = await ctx.db.transaction().execute(async (tx) => {
    const inTx = { ...ctx, db: tx as Ctx['db'] };
    await locked(tx, tx.selectFrom('aulas').select('id').where('id', '=', id), 'update').execute();
    const { lesson, class: taught } = await taughtLesson(inTx, id);
    if (lesson.cancelada_em !== null) throw conflict('Esta aula está cancelada.', 'lesson_cancelled');
    if (at < lessonWindow(lesson, at).opens) {
      throw conflict('A chamada abre 10 minutos antes da aula.', 'roll_closed');
    }
    const marked = matched(
      await attendanceStudents(tx, lesson, dayIn(taught.timezone, new Date(lesson.inicio))),
      presencas,
    );
    await writePresences(tx, id, marked, at.toISOString());
    const isAbsence = (situacao: AttendanceStudent['situacao']) => situacao === 'falta';
    const changed = marked.filter(({ now, situacao }) => isAbsence(now) !== isAbsence(situacao));
    await planAbsenceNotices(
      tx,
      at,
      lesson,
      changed.map(({ turma_aluno_id }) => turma_aluno_id),
    );
    const visitors = await receive(inTx, id, visitas);
    await tx
      .updateTable('aulas')
      .set({ chamada_em: lesson.chamada_em ?? at.toISOString() })
      .where('id', '=', id)
      .execute();
    await note(inTx, id, { isFirst: lesson.chamada_em === null, turma: taught.nome, marked });
    const users = (some: Marked[]) => some.map(({ user_id }) => user_id);
    return followAttendance(tx, {
      ...{ lessonId: id, heldAt: lesson.inicio, at, timeZone: taught.timezone, by: ctx.session.userId },
      came: [...users(marked.filter(({ now, situacao }) => cameBy(now) && !cameBy(situacao))), ...visitors.came],
      missed: [...users(marked.filter(({ now }) => !cameBy(now))), ...visitors.missed],
    });
  });
  ctx.wake();
  const lesson = await readTaughtLesson(ctx, id);
  const names = [...(await namesOf(ctx.db, spent)).values()];
  // Students who keep the points of a removed presence, because they have spent them.
  return { ...lesson, pontos_usados: names };
}

function matched(students: readonly AttendanceStudent[], marks: readonly Mark[]): Marked[] {
  return marks.map(({ turma_aluno_id, situacao }) => {
    const student = students.find((each) => each.turma_aluno_id === turma_aluno_id);
    if (student) return { ...student, now: situacao };
    throw invalid('A turma mudou. Abra a chamada de novo.', { presencas: 'Há alguém que não é desta turma' });
  });
}

/** Records the attendance of visitors. @returns the users whose points change */
async function receive(ctx: Ctx, id: number, visits: Input['visitas']): Promise<{ came: number[]; missed: number[] }> {
  const followed = { came: [] as number[], missed: [] as number[] };
  if (visits.length === 0) return followed;
  const known = await visitorsOf(ctx.db, id);
  for (const visit of visits) {
    const visitor = known.find((each) => each.id === visit.id);
    if (!visitor) throw invalid('A turma mudou. Abra a chamada de novo.', { visitas: 'Há alguém que não vem repor' });
    const status = visit.situacao === 'presente' ? 'feita' : 'faltou';
    if (visitor.status === status) continue;
    await noteReplacement(ctx, visitor, status);
    followed[status === 'feita' ? 'came' : 'missed'].push(visitor.user_id);
  }
  return followed;
}

/** A made-up lesson stays made up, unless the student was present after all. */
async function writePresences(tx: Db, aula_id: number, marked: readonly Marked[], at: string): Promise<void> {
  const rows = marked
    .filter(({ now, situacao }) => situacao !== 'reposta' || cameBy(now))
    .map(({ turma_aluno_id, now }) => ({
      ...{ aula_id, turma_aluno_id, origem: 'professor' as const, atraso: now === 'atraso' },
      status: now === 'atraso' ? ('presente' as const) : now,
      confirmada_em: cameBy(now) ? at : null,
    }));
  if (rows.length === 0) return;
  await tx
    .insertInto('presencas')
    .values(rows)
    .onConflict((known) =>
      known.columns(['aula_id', 'turma_aluno_id']).doUpdateSet(({ ref, eb, and }) => ({
        status: ref('excluded.status'),
        atraso: ref('excluded.atraso'),
        // A presence that the student confirmed keeps that origin.
        origem: eb
          .case()
          .when(and([eb('presencas.status', '=', 'presente'), eb('excluded.status', '=', 'presente')]))
          .then(ref('presencas.origem'))
          .else(ref('excluded.origem'))
          .end(),
        confirmada_em: eb
          .case()
          .when(and([eb('presencas.status', '=', 'presente'), eb('excluded.status', '=', 'presente')]))
          .then(ref('presencas.confirmada_em'))
          .else(ref('excluded.confirmada_em'))
          .end(),
      })),
    )
    .execute();
}

interface Taken {
  isFirst: boolean;
  turma: string;
  marked: readonly Marked[];
}

/** One log line for the first attendance, and one for each student whose record changes. */
async function note(ctx: Ctx, id: number, { isFirst, turma, marked }: Taken): Promise<void> {
  const target = `lesson:${id}`;
  if (isFirst) {
    const presentes = marked.filter(({ now }) => cameBy(now)).length;
    await audit(ctx, 'roll-take', target, { depois: { turma, presentes, ausentes: marked.length - presentes } });
  }
  for (const { user_id, situacao, now } of marked) {
    if (situacao === null || situacao === now || (situacao === 'reposta' && !cameBy(now))) continue;
    await audit(ctx, 'roll-change', target, {
      about: user_id,
      antes: { presenca: situacao },
      depois: { presenca: now },
    });
  }
}
