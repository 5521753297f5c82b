import { type Expression, expressionBuilder, type SqlBool } from 'kysely';
import type { Schema } from '../../tables.ts';

const enrollments = expressionBuilder<Schema, 'turma_alunos'>();

/**
 * A condition for queries of `turma_alunos`: the student is in the class now, so its lessons, work and notices are visible to the
 * student. A paused or ended enrollment does not count.
 */
export const isInClass: Expression<SqlBool> = enrollments('turma_alunos.status', '=', 'ativa');

/** The same on a day that may be past: from the first to the last day in the class. @param day `YYYY-MM-DD` */
export const wasInClass = (day: string): Expression<SqlBool> =>
  enrollments.and([
    enrollments.or([enrollments('turma_alunos.desde', 'is', null), enrollments('turma_alunos.desde', '<=', day)]),
    enrollments.or([isInClass, enrollments('turma_alunos.ate', '>=', day)]),
  ]);
