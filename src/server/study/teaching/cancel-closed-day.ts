import { formatTime, relativeDay } from '#lib/format/dates.ts';
import { closedDayCancelled } from '#lib/words/teaching.ts';
import { auditAll } from '../../core/http/audit.ts';
import type { Ctx } from '../../core/http/ctx.ts';
import { conflict } from '../../core/http/refusal.ts';
import { notifyAll } from '../../messages/inbox/notify.ts';
import { notifyTeachers } from '../pedagogico/teacher-notices.ts';
import { pressingUntil, readersOf } from './class-notices.ts';
import { closedDayIn, lessonsOn } from './closed-days.ts';

/**
 * Cancels all future lessons on a closed day, in the units in reach, in one transaction. Each student is notified once for the
 * day.
 *
 * @throws Refusal 404, 409 without a future lesson on the day
 */
export async function cancelClosedDay(ctx: Ctx, id: number) {
  const at = ctx.now();
  const answer = await ctx.db.transaction().execute(async (tx) => {
    const within = { ...ctx, db: tx };
    const day = await closedDayIn(within, id);
    const lessons = (await lessonsOn(within, [day])).filter(({ inicio }) => new Date(inicio) > at);
    if (lessons.length === 0) throw conflict('Não há mais aulas marcadas neste dia.', 'no_lessons');
    const cancelled = await tx
      .updateTable('aulas')
      .set({ cancelada_em: at.toISOString(), dia_fechado_id: id })
      .where(
        'id',
        'in',
        lessons.map((lesson) => lesson.id),
      )
      .where('cancelada_em', 'is', null)
      .returning('id')
      .execute();
    const ids = cancelled.map((lesson) => lesson.id);
    const of = new Map(lessons.map((lesson) => [lesson.id, lesson]));
    await auditAll(
      within,
      'lesson-cancel',
      ids.map((lessonId) => {
        const { turma = '', inicio = '', timezone = '' } = of.get(lessonId) ?? {};
        const quando = `${relativeDay(inicio, at, timezone)}, ${formatTime(inicio, timezone)}`;
        return { target: `lesson:${lessonId}`, depois: { turma, quando, motivo: day.nome } };
      }),
    );
    await notifyTeachers(within, 'cancelada', ids);
    const alunos = await notifyStudents(within, { ...day, id }, ids);
    return { canceladas: ids.length, alunos, detail: closedDayCancelled(ids.length, alunos) };
  });
  ctx.wake();
  return answer;
}

/** @returns the number of students with a cancelled lesson */
async function notifyStudents(
  { db, now }: Ctx,
  { id, nome }: { id: number; nome: string },
  lessonIds: readonly number[],
): Promise<number> {
  const rows = await readersOf(db, lessonIds).execute();
  const own = [...Map.groupBy(rows, ({ user_id }) => user_id).entries()];
  await notifyAll(
    db,
    now(),
    own.flatMap(([userId, [first, ...others]]) =>
      first
        ? [
            {
              ...{ userId, kind: 'aula_cancelada' as const, about: `dia:${id}`, expiresAt: first.inicio },
              isPressing: first.inicio <= pressingUntil(now()),
              params: {
                ...{ turmaId: first.turma_id, titulo: first.titulo, hora: formatTime(first.inicio, first.timezone) },
                ...{ dia: relativeDay(first.inicio, now(), first.timezone), motivo: nome, mais: others.length },
              },
            },
          ]
        : [],
    ),
  );
  return own.length;
}
