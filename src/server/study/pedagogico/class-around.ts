import type { Db } from '../../core/db/connection.ts';
import { isInClass } from '../../core/db/in-class.ts';

/**
 * The number of days on which the classmates of a student, including the student, studied since a day, in the class with the
 * most. Two people on one day count as two. @param since `YYYY-MM-DD`
 */
export const classDays = (db: Db, userId: number, since: string) =>
  db
    .selectFrom('turma_alunos')
    .innerJoin('turmas', 'turmas.id', 'turma_alunos.turma_id')
    .innerJoin('turma_alunos as colega', 'colega.turma_id', 'turmas.id')
    .innerJoin('dias_de_estudo', 'dias_de_estudo.user_id', 'colega.user_id')
    .where('turma_alunos.user_id', '=', userId)
    .where(isInClass)
    .where('turmas.status', '=', 'ativa')
    .where('colega.status', '=', 'ativa')
    .where('dias_de_estudo.dia', '>=', since)
    .groupBy('turmas.id')
    .select(({ fn }) => [
      fn.countAll<number | string>().as('days'),
      fn.count<number | string>('colega.user_id').distinct().as('people'),
    ])
    .orderBy('days', 'desc')
    .limit(1);

/** The next test of a student's running classes between two days, both among them. @param from, until `YYYY-MM-DD` */
export const nextTest = (db: Db, userId: number, from: string, until: string) =>
  db
    .selectFrom('turma_alunos')
    .innerJoin('turmas', 'turmas.id', 'turma_alunos.turma_id')
    .innerJoin('periodos', 'periodos.turma_id', 'turmas.id')
    .innerJoin('avaliacoes', 'avaliacoes.periodo_id', 'periodos.id')
    .where('turma_alunos.user_id', '=', userId)
    .where(isInClass)
    .where('turmas.status', '=', 'ativa')
    .where('avaliacoes.data', '>=', from)
    .where('avaliacoes.data', '<=', until)
    .select(['avaliacoes.nome', 'avaliacoes.data', 'turmas.id as turma_id', 'turmas.nome as turma'])
    .orderBy('avaliacoes.data')
    .orderBy('avaliacoes.id')
    .limit(1);
