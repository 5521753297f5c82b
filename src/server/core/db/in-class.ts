import { type Expression, expressionBuilder, type SqlBool } from 'kysely';
import type { Schema } from '../../tables.ts';

const enrolments = expressionBuilder<Schema, 'turma_alunos'>();

/**
 * A condition for queries of `turma_alunos`: the student is in the class now, so its lessons, work and notices are the
 * student's. Neither who paused nor who left is.
 */
export const isInClass: Expression<SqlBool> = enrolments('turma_alunos.status', '=', 'ativa');

/** The same on a day that may be past: from the first to the last day in the class. @param day `YYYY-MM-DD` */
export const wasInClass = (day: string): Expression<SqlBool> =>
  enrolments.and([
    enrolments.or([enrolments('turma_alunos.desde', 'is', null), enrolments('turma_alunos.desde', '<=', day)]),
    enrolments.or([isInClass, enrolments('turma_alunos.ate', '>=', day)]),
  ]);
