import { formatTime, relativeDay } from '#lib/format/dates.ts';
import { routes } from '#lib/routes.ts';
import { zoneOr } from '#lib/rules/time/zones.ts';
import { handOverWords } from '#lib/words/people.ts';
import type { Ctx } from '../../core/http/ctx.ts';
import type { NoticeParams } from '../../messages/inbox/kinds.ts';
import { notifyPerson } from '../../messages/inbox/notify.ts';
import { notifyStaff } from '../../messages/inbox/notify-staff.ts';

type Change = NoticeParams['aula_mudou']['o'];

/**
 * Notifies who teaches these coming lessons of a change, unless they made it. Who has no device gets a mail.
 *
 * @param ctx in the transaction of the change
 * @param teacher another one than who teaches it now: who gave it before
 */
export async function notifyTeachers(
  { db, now, config, session }: Pick<Ctx, 'db' | 'now' | 'config' | 'session'>,
  o: Change,
  lessonIds: readonly number[],
  teacher?: number | null,
): Promise<void> {
  if (lessonIds.length === 0) return;
  const at = now();
  const rows = await db
    .selectFrom('aulas')
    .innerJoin('turmas', 'turmas.id', 'aulas.turma_id')
    .innerJoin('companies', 'companies.id', 'turmas.company_id')
    .select(['aulas.id', 'aulas.inicio', 'turmas.nome as turma', 'companies.timezone'])
    .select(({ fn }) => fn.coalesce('aulas.professor_user_id', 'turmas.professor_user_id').as('teacher'))
    .where('aulas.id', 'in', lessonIds)
    .where('aulas.inicio', '>', at.toISOString())
    .orderBy('aulas.inicio')
    .orderBy('aulas.id')
    .execute();
  for (const { id, inicio, turma, timezone, teacher: own } of rows) {
    const reader = teacher === undefined ? own : teacher;
    if (reader === null || reader === session.userId) continue;
    const zone = zoneOr(timezone, config.SCHOOL_TIME_ZONE);
    const params = { aula: id, turma, dia: relativeDay(inicio, at, zone), hora: formatTime(inicio, zone), o };
    await notifyStaff(db, at, {
      ...{ kind: 'aula_mudou', about: `${id}:${o}:${at.getTime()}`, at: { teacher: reader }, params },
      isPressing: true,
    });
  }
}

/**
 * Notifies who teaches a class from now on, unless they chose it themselves.
 *
 * @param ctx in the transaction of the change
 */
export async function notifyOfClass(
  { db, now, session }: Pick<Ctx, 'db' | 'now' | 'session'>,
  teacher: number | null,
  { id, nome }: { id: number; nome: string },
): Promise<void> {
  if (teacher === null || teacher === session.userId) return;
  const path = routes.teacher.class(id);
  await notifyPerson(db, now(), {
    ...{ userId: teacher, category: 'aviso', path, ...handOverWords.received(nome) },
    ...{ chave: `turma_passada:${id}:${now().getTime()}`, isPressing: true },
  });
}
