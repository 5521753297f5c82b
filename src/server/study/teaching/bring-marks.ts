import type { Ctx } from '../../core/http/ctx.ts';
import { conflict, notFound } from '../../core/http/refusal.ts';
import { saveGrades } from './grade-sheet.ts';
import { marked } from './marked-work.ts';
import { taughtClass } from './taught-class.ts';

/** A mark on the scale of a column, to the hundredth. */
export const onScale = (mark: number, from: number, to: number): number => Math.round((mark / from) * to * 100) / 100;

/**
 * Fills the empty cells of a column with the marks of corrected work, on the scale of the column. Marks written by the teacher
 * stay.
 *
 * @returns how many cells it filled. @throws Refusal 404, 409 when there is nothing to fill
 */
export async function bringMarks(ctx: Ctx, id: number, workId: number): Promise<{ trazidas: number }> {
  const { db } = ctx;
  const column = await db
    .selectFrom('avaliacoes')
    .innerJoin('periodos', 'periodos.id', 'avaliacoes.periodo_id')
    .select(['periodos.turma_id', 'avaliacoes.nota_maxima'])
    .where('avaliacoes.id', '=', id)
    .executeTakeFirst();
  if (!column) throw notFound('Não encontramos isto entre as suas turmas.');
  const { turma_id, nota_maxima } = column;
  await taughtClass(ctx, turma_id);
  const marks = await marked(db, turma_id)
    .select(['turma_aluno_atividades.turma_aluno_id', 'turma_aluno_atividades.nota', 'turma_atividades.nota_maxima'])
    .where('turma_atividades.id', '=', workId)
    .execute();
  const notas = marks.map(({ turma_aluno_id, nota, nota_maxima: from }) => ({
    turma_aluno_id,
    avaliacao_id: id,
    nota: onScale(nota ?? 0, from, nota_maxima),
  }));
  const { salvas } = await saveGrades(ctx, { id: turma_id, notas, onlyEmpty: true });
  if (salvas === 0) throw conflict('Não há nota nova para trazer: as que existem já estão na coluna.');
  return { trazidas: salvas };
}
