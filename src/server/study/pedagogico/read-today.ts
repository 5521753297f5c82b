import type { AulaHoje } from '#lib/contract/online-classes.schema.ts';
import { dayIn } from '#lib/rules/time/zones.ts';
import type { Db } from '../../core/db/connection.ts';
import { type Enrolment, hasLesson } from './enrolment.ts';
import { presentAula } from './present.ts';
import { lessonsAround, materialsOf, nextLesson, presenceIn } from './queries.ts';
import { readActivities } from './read-activities.ts';

/**
 * Today's lesson by the school's calendar: the running one, else today's next, else today's last. On a day without
 * lessons the answer is empty and names the next one (CLASS-03).
 */
export async function readToday(db: Db, enrolment: Enrolment, now: Date): Promise<AulaHoje> {
  const { turma_id, turma_aluno_id, timezone } = enrolment;
  const today = dayIn(timezone, now);
  const [around, next] = await Promise.all([
    lessonsAround(db, turma_id, now),
    nextLesson(db, turma_id, now.toISOString()),
  ]);
  const ofToday = around.filter(
    ({ inicio }) => dayIn(timezone, new Date(inicio)) === today && hasLesson(enrolment, inicio, now),
  );
  const standing = ofToday.filter(({ cancelada_em }) => cancelada_em === null);
  const aula = standing.find(({ fim }) => new Date(fim) > now) ?? standing.at(-1) ?? ofToday.at(-1);
  const [presence, activities, materials] = await Promise.all([
    aula && presenceIn(db, aula.id, turma_aluno_id),
    readActivities(db, enrolment, now, aula?.id ?? null),
    materialsOf(db, turma_id),
  ]);
  return {
    turma_id,
    turma_aluno_id,
    aula: aula ? presentAula(aula, now, materials) : null,
    proxima: next && hasLesson(enrolment, next.inicio, now) && next.id !== aula?.id ? presentAula(next, now) : null,
    presenca: aula ? (presence ?? { aula_id: aula.id, status: 'pendente' }) : null,
    atividades: activities.filter(({ status }) => status === 'pendente' || status === 'atrasada'),
    agora: now.toISOString(),
  };
}
