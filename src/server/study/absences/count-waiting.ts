import { sql } from 'kysely';
import type { Db } from '../../core/db/connection.ts';
import { type Reach, within } from '../../core/db/reach.ts';

/** Reported absences that nobody has decided yet. */
export async function countAbsences(db: Db, reach: Reach): Promise<number> {
  const { count } = await db
    .selectFrom('ausencias')
    .innerJoin('turma_alunos', 'turma_alunos.id', 'ausencias.turma_aluno_id')
    .innerJoin('turmas', 'turmas.id', 'turma_alunos.turma_id')
    .innerJoin('companies', 'companies.id', 'turmas.company_id')
    .$call(within(reach))
    .where('ausencias.status', '=', sql.lit('avisada' as const))
    .select(({ fn }) => fn.countAll<number | string>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}
