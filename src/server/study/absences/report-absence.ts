import { DAY_MS } from '#lib/rules/time/spans.ts';
import type { Ctx } from '../../core/http/ctx.ts';
import { conflict, invalid, notFound } from '../../core/http/refusal.ts';
import { notifyStaff } from '../../messages/inbox/notify-staff.ts';
import { type Enrollment, requireActive } from '../pedagogico/class.ts';
import { guardianActing } from './family-enrollment.ts';
import { lessonIn } from './queries.ts';
import { AHEAD_MS } from './rules.ts';

const WEEK_MS = 7 * DAY_MS;
const missing = () => notFound('Não encontramos esta aula entre as suas.');
type Written = { id: number; status: string };

/**
 * Notifies the school that the student will miss a lesson, or missed it within the last seven days. A second report
 * changes the reason, until the school decides.
 *
 * @throws Refusal 404, 409 for an attended, cancelled or decided lesson, 422 for one too far away
 */
export async function reportAbsence(
  { db, now, session }: Ctx,
  enrollment: Enrollment,
  { aula_id, motivo }: { aula_id: number; motivo: string },
): Promise<Written> {
  const { turma_aluno_id: id } = enrollment;
  const avisada_por = guardianActing(session, enrollment);
  requireActive(enrollment);
  const lesson = await lessonIn(db, enrollment.turma_id, aula_id);
  if (!lesson) throw missing();
  const at = now();
  if (lesson.cancelada_em !== null) throw conflict('Esta aula foi cancelada: não é preciso avisar.');
  const ahead = Date.parse(lesson.inicio) - at.getTime();
  if (ahead > AHEAD_MS) throw invalid('Avise até 30 dias antes da aula.', { aula_id: 'Esta aula ainda está longe' });
  if (ahead < -WEEK_MS) {
    throw invalid('O aviso vale até sete dias depois da aula. Fale com a escola.', {
      aula_id: 'Esta aula já faz tempo',
    });
  }
  return db.transaction().execute(async (tx) => {
    const presence = await tx
      .selectFrom('presencas')
      .select('status')
      .where('aula_id', '=', aula_id)
      .where('turma_aluno_id', '=', id)
      .executeTakeFirst();
    if (presence && presence.status !== 'falta') throw conflict('Esta aula já está registrada e não é uma falta.');
    const row = await tx
      .insertInto('ausencias')
      .values({
        ...{ turma_aluno_id: id, aula_id, motivo, status: 'avisada' },
        ...{ avisada_em: at.toISOString(), decidida_em: null, avisada_por },
      })
      .onConflict((known) =>
        known
          .columns(['turma_aluno_id', 'aula_id'])
          .doUpdateSet({ motivo, avisada_por })
          .where('ausencias.status', '=', 'avisada'),
      )
      .returning(['id', 'status'])
      .executeTakeFirst();
    if (!row) throw conflict('A escola já decidiu sobre esta falta.', 'absence_settled');
    const { nome, company_id } = await tx
      .selectFrom('turmas')
      .select(['nome', 'company_id'])
      .where('id', '=', enrollment.turma_id)
      .executeTakeFirstOrThrow();
    // A changed reason is not notified of again.
    const about = {
      kind: 'falta_avisada',
      about: row.id,
      params: { turma: nome },
      at: { unitId: company_id },
    } as const;
    await notifyStaff(tx, at, about);
    return row;
  });
}

/** Withdraws the report of a lesson before it begins. @throws Refusal 404, 409 once it began or was decided */
export async function withdrawAbsence({ db, now }: Ctx, enrollment: Enrollment, aulaId: number): Promise<Written> {
  const { turma_aluno_id: id, turma_id } = enrollment;
  const lesson = await lessonIn(db, turma_id, aulaId);
  if (!lesson) throw missing();
  if (now() >= new Date(lesson.inicio)) throw conflict('Esta aula já começou.');
  return db.transaction().execute(async (tx) => {
    const booked = await tx
      .selectFrom('reposicoes')
      .select('id')
      .where('turma_aluno_id', '=', id)
      .where('aula_id', '=', aulaId)
      .where('status', '=', 'marcada')
      .executeTakeFirst();
    if (booked) throw conflict('Cancele antes a reposição desta aula.');
    const row = await tx
      .deleteFrom('ausencias')
      .where('turma_aluno_id', '=', id)
      .where('aula_id', '=', aulaId)
      .where('status', '=', 'avisada')
      .returning('id')
      .executeTakeFirst();
    if (!row) throw conflict('Não há aviso a retirar: talvez a escola já tenha decidido.', 'absence_settled');
    return { id: row.id, status: 'retirada' };
  });
}
