import { LEAST_PRESENCE_PERCENT } from '#lib/rules/pedagogico/mean.ts';
import type { Db } from '../../core/db/connection.ts';
import { presenceOf, withExcuses } from './grades.ts';

/** The attendance of everybody in a class up to an instant, as each student reads it: two queries for any number. */
export async function attendanceIn(db: Db, turmaId: number, instant: string) {
  const given = (table: 'presencas' | 'ausencias') =>
    db
      .selectFrom(table)
      .innerJoin('aulas', 'aulas.id', `${table}.aula_id`)
      .where('aulas.turma_id', '=', turmaId)
      .where('aulas.fim', '<=', instant)
      .where('aulas.cancelada_em', 'is', null);
  const [recorded, excuses] = await Promise.all([
    given('presencas').select(['presencas.turma_aluno_id', 'presencas.aula_id', 'presencas.status']).execute(),
    given('ausencias')
      .select(['ausencias.turma_aluno_id', 'ausencias.aula_id'])
      .where('ausencias.status', '=', 'justificada')
      .execute(),
  ]);
  const own = <Row extends { turma_aluno_id: number }>(rows: readonly Row[], id: number) =>
    rows.filter(({ turma_aluno_id }) => turma_aluno_id === id);
  return {
    minimum: LEAST_PRESENCE_PERCENT,
    of(turmaAlunoId: number) {
      const statuses = withExcuses(own(recorded, turmaAlunoId), own(excuses, turmaAlunoId));
      const { presencas, faltas, contadas = 0, percentual } = presenceOf(statuses.length, statuses);
      return { presencas, faltas, contadas, percentual };
    },
  };
}
