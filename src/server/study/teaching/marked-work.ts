import type { Db } from '../../core/db/connection.ts';
import { isInClass } from '../../core/db/in-class.ts';

/** Corrected work with marks of students in a class. */
export const marked = (db: Db, turmaId: number) =>
  db
    .selectFrom('turma_aluno_atividades')
    .innerJoin('turma_atividades', 'turma_atividades.id', 'turma_aluno_atividades.turma_atividade_id')
    .innerJoin('turma_alunos', 'turma_alunos.id', 'turma_aluno_atividades.turma_aluno_id')
    .where(isInClass)
    .where('turma_atividades.turma_id', '=', turmaId)
    .where('turma_aluno_atividades.corrigida_em', 'is not', null)
    .where('turma_aluno_atividades.nota', 'is not', null);

/** The work of a class whose marks can be copied into a column, with their number. */
export async function markedWork(db: Db, turmaId: number) {
  const rows = await marked(db, turmaId)
    .select(['turma_atividades.id', 'turma_atividades.titulo as nome'])
    .select(({ fn }) => fn.countAll<number | string>().as('notas'))
    .groupBy(['turma_atividades.id', 'turma_atividades.titulo'])
    .orderBy('turma_atividades.id', 'desc')
    .execute();
  return rows.map(({ notas, ...work }) => ({ ...work, notas: Number(notas) }));
}
