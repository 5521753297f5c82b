import type { z } from 'zod';
import type { TaughtLesson } from '#lib/contract/teaching-lessons.schema.ts';
import { locked } from '../../core/db/locking.ts';
import { audit, changeOf } from '../../core/http/audit.ts';
import type { Ctx } from '../../core/http/ctx.ts';
import { conflict } from '../../core/http/refusal.ts';
import { addLesson, cancelLesson } from './change-lesson.ts';
import type { addMakeUpLessonInput, writeLessonInput } from './inputs.ts';
import { readTaughtLesson } from './read-lesson.ts';
import { type TaughtClassRow, type TaughtLessonRow, taughtClass, taughtLesson } from './taught-class.ts';

/** Saves what was taught, the homework and the recording. Null clears a text. @throws Refusal 404 */
export async function writeLesson(
  ctx: Ctx,
  { id, conteudo = null, licao_de_casa = null, gravacao_url = null }: z.output<typeof writeLessonInput>,
): Promise<TaughtLesson> {
  const after = { conteudo, licao_de_casa, gravacao_url };
  await ctx.db.transaction().execute(async (tx) => {
    const inTx = { ...ctx, db: tx as Ctx['db'] };
    await locked(tx, tx.selectFrom('aulas').select('id').where('id', '=', id), 'update').execute();
    const { lesson } = await taughtLesson(inTx, id);
    await tx.updateTable('aulas').set(after).where('id', '=', id).execute();
    await audit(inTx, 'lesson-write', `lesson:${id}`, changeOf(lesson, after, Object.keys(after)));
  });
  return readTaughtLesson(ctx, id);
}

/** A context whose reach is this class's unit. */
const within = (ctx: Ctx, { escola_id, company_id }: TaughtClassRow): Ctx => ({
  ...ctx,
  reach: { escolaId: escola_id, units: [company_id] },
});

/** Cancels a future lesson. @throws Refusal 409 for one that has begun or is cancelled */
export async function cancelTaughtLesson(
  ctx: Ctx,
  { lesson, class: taught }: TaughtLessonRow,
  motivo: string,
): Promise<TaughtLesson> {
  await cancelLesson(within(ctx, taught), lesson.id, motivo);
  return readTaughtLesson(ctx, lesson.id);
}

/**
 * Plans a lesson in place of a cancelled one. A substitute may not plan lessons.
 *
 * @throws Refusal 404; 409 for a lesson that is not cancelled or already has its make-up, or an hour at which the class has a
 *   lesson; 422 for a time in the past
 */
export async function addMakeUpLesson(
  ctx: Ctx,
  { lesson }: TaughtLessonRow,
  span: z.output<typeof addMakeUpLessonInput>,
): Promise<TaughtLesson> {
  const taught = await taughtClass(ctx, lesson.turma_id);
  if (lesson.cancelada_em === null) throw conflict('Só uma aula cancelada tem reposição.', 'not_cancelled');
  const titulo = `Reposição: ${lesson.titulo}`.slice(0, 120);
  await addLesson(within(ctx, taught), { ...span, id: taught.id, titulo }, lesson.id);
  return readTaughtLesson(ctx, lesson.id);
}
