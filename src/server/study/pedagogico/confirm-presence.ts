import type { Presenca } from '#lib/contract/pedagogico.schema.ts';
import { earnPoints } from '../../club/earn-points.ts';
import { isInClass } from '../../core/db/in-class.ts';
import type { Ctx } from '../../core/http/ctx.ts';
import { conflict, notFound, refused } from '../../core/http/refusal.ts';
import { lessonWindow } from './lesson-window.ts';
import { presenceIn } from './queries.ts';

/**
 * The own activity that asks for a presence, with its lesson.
 *
 * @throws Refusal 404, the same for another person's activity and for none.
 */
export async function ownPresenceActivity({ db, session }: Ctx, { id }: { id: number }) {
  const asked = await db
    .selectFrom('turma_atividades')
    .leftJoin('aulas', 'aulas.id', 'turma_atividades.aula_id')
    .innerJoin('turma_alunos', 'turma_alunos.turma_id', 'turma_atividades.turma_id')
    .select(['turma_atividades.id', 'turma_atividades.tipo as pede', 'turma_alunos.id as turma_aluno_id'])
    .select(['aulas.id as aula_id', 'aulas.inicio', 'aulas.fim', 'aulas.tipo', 'aulas.cancelada_em'])
    .where('turma_atividades.id', '=', id)
    .where('turma_alunos.user_id', '=', session.userId)
    .where(isInClass)
    .executeTakeFirst();
  if (!asked) throw notFound('Não encontramos esta atividade entre as suas.');
  return asked;
}

/**
 * Confirms the user's own presence in an online lesson, while it is open (PED-12). A recorded presence stays: a second
 * tap changes nothing, and neither does a tap after the teacher's entry.
 *
 * @throws Refusal 409 for an activity that asks for no presence, outside the lesson, or for a lesson in a room, where the
 *   teacher records it.
 */
export async function confirmPresence(
  { db, session, now, config }: Ctx,
  asked: Awaited<ReturnType<typeof ownPresenceActivity>>,
  isPresent: boolean,
): Promise<{ turma_atividade_id: number; presenca: Presenca }> {
  const { aula_id, inicio, fim, cancelada_em, turma_aluno_id } = asked;
  if (asked.pede !== 'presenca' || aula_id === null || inicio === null || fim === null) {
    throw conflict('Esta atividade não pede presença: ela se conclui com a entrega.');
  }
  if (!isPresent) throw refused('Para avisar uma falta, fale com a sua escola.', { presente: 'Use true' });
  if (asked.tipo !== 'online') throw conflict('Nas aulas presenciais, quem registra a presença é a professora.');
  const instant = now();
  if (!lessonWindow({ inicio, fim, cancelada_em }, instant).isOpen) {
    throw conflict('A presença pode ser confirmada de 10 minutos antes até o fim da aula.', 'outside_lesson');
  }
  await db.transaction().execute(async (tx) => {
    const isFirst = await tx
      .insertInto('presencas')
      .values({ aula_id, turma_aluno_id, status: 'presente', confirmada_em: instant.toISOString(), origem: 'portal' })
      .onConflict((known) => known.columns(['aula_id', 'turma_aluno_id']).doNothing())
      .returning('aula_id')
      .executeTakeFirst();
    if (!isFirst) return;
    await earnPoints(tx, {
      userId: session.userId,
      regra: 'presenca',
      what: `aula:${aula_id}`,
      at: instant,
      doneAt: inicio,
      timeZone: config.SCHOOL_TIME_ZONE,
      referencia: { tipo: 'aula', id: aula_id },
    });
  });
  const presenca = await presenceIn(db, aula_id, turma_aluno_id);
  if (!presenca) throw notFound();
  return { turma_atividade_id: asked.id, presenca };
}
