import { dayIn } from '#lib/rules/time/zones.ts';
import type { Db } from '../../core/db/connection.ts';
import { tellStaff } from '../../messages/inbox/tell-staff.ts';

/**
 * Tells who teaches the class that work came in: once a day for each piece of work, however many students hand it in and
 * however many files they send. A class without a teacher tells the office.
 *
 * @param tx the transaction in which it happens
 * @param id the student's piece of work
 */
export async function tellOfHandIn(tx: Db, now: Date, id: number): Promise<void> {
  const work = await tx
    .selectFrom('turma_aluno_atividades as dada')
    .innerJoin('turma_atividades as pedida', 'pedida.id', 'dada.turma_atividade_id')
    .innerJoin('turmas', 'turmas.id', 'pedida.turma_id')
    .innerJoin('companies', 'companies.id', 'turmas.company_id')
    .select(['pedida.id', 'pedida.titulo', 'turmas.id as turma', 'turmas.professor_user_id as teacher'])
    .select(['companies.id as unitId', 'companies.timezone'])
    .where('dada.id', '=', id)
    .executeTakeFirst();
  if (!work) return;
  await tellStaff(tx, now, {
    kind: 'trabalho_entregue',
    about: `${work.id}:${dayIn(work.timezone, now)}`,
    params: { atividade: work.titulo, turma: work.turma },
    at: work.teacher === null ? { unitId: work.unitId } : { teacher: work.teacher },
  });
}
