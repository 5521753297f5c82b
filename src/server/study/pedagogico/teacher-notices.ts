import { formatTime, relativeDay } from '#lib/format/dates.ts';
import { routes } from '#lib/routes.ts';
import { zoneOr } from '#lib/rules/time/zones.ts';
import { handOverWords } from '#lib/words/people.ts';
import type { Db } from '../../core/db/connection.ts';
import type { Ctx } from '../../core/http/ctx.ts';
import type { NoticeParams } from '../../messages/inbox/kinds.ts';
import { notifyPerson } from '../../messages/inbox/notify.ts';
import { notifyStaff } from '../../messages/inbox/notify-staff.ts';

type Change = NoticeParams['aula_mudou']['o'];

type Acting = Pick<Ctx, 'now' | 'config'> & { db: Db; session?: Pick<Ctx['session'], 'userId'> };

/**
 * Notifies the teachers of these future lessons of a change, unless they made it: once for all of them. A teacher without a
 * device gets a mail.
 *
 * @param ctx in the transaction of the change
 * @param teacher the previous teacher, to notify instead of the current one
 */
export async function notifyTeachers(
  { db, now, config, session }: Acting,
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
  const of = Map.groupBy(rows, ({ teacher: own }) => (teacher === undefined ? own : teacher));
  for (const [reader, [first, ...others]] of of) {
    if (!first || reader === null || reader === session?.userId) continue;
    const { id, inicio, turma, timezone } = first;
    const zone = zoneOr(timezone, config.SCHOOL_TIME_ZONE);
    const params = { aula: id, turma, dia: relativeDay(inicio, at, zone), hora: formatTime(inicio, zone), o };
    await notifyStaff(db, at, {
      ...{ kind: 'aula_mudou', about: `${id}:${o}:${at.getTime()}`, at: { teacher: reader } },
      params: { ...params, mais: others.length },
      isPressing: true,
    });
  }
}

/**
 * Notifies the teacher of a class of a new timetable, once, and each substitute of the change of the substituted lesson, unless
 * they made it.
 *
 * @param ctx in the transaction of the change
 * @param hasNewTeacher the new teacher is notified of the class itself, which shows the hours
 * @param hasOtherHours the weekly hours changed; otherwise, if no lesson moved or was cancelled, lessons were only added or
 *   removed at the end
 */
export async function notifyOfTimetable(
  ctx: Acting,
  turmaId: number,
  { moved, cancelled }: { moved: readonly number[]; cancelled: readonly number[] },
  { hasNewTeacher, hasOtherHours }: { hasNewTeacher: boolean; hasOtherHours: boolean },
): Promise<void> {
  const at = ctx.now();
  const coming = await ctx.db
    .selectFrom('aulas')
    .select(['id', 'professor_user_id'])
    .where('turma_id', '=', turmaId)
    .where('inicio', '>', at.toISOString())
    .orderBy('inicio')
    .execute();
  const substituted = new Set(coming.flatMap(({ id, professor_user_id }) => (professor_user_id === null ? [] : [id])));
  await notifyTeachers(
    ctx,
    'remarcada',
    moved.filter((id) => substituted.has(id)),
  );
  await notifyTeachers(
    ctx,
    'cancelada',
    cancelled.filter((id) => substituted.has(id)),
  );
  if (hasNewTeacher || (!hasOtherHours && moved.length + cancelled.length === 0)) return;
  const next = coming.find(({ id }) => !substituted.has(id) && !cancelled.includes(id));
  if (next) await notifyTeachers(ctx, 'horario', [next.id]);
}

/**
 * Notifies the new and the previous teacher of a class, unless they made the change.
 *
 * @param ctx in the transaction of the change
 */
export async function notifyOfClass(
  { db, now, session }: Omit<Acting, 'config'>,
  { from = null, to }: { from?: number | null; to: number | null },
  { id, nome }: { id: number; nome: string },
): Promise<void> {
  const notices = [
    { userId: to, key: 'turma_recebida', path: routes.teacher.class(id), ...handOverWords.received(nome) },
    { userId: from, key: 'turma_passada', path: routes.teacher.home(), ...handOverWords.passedOn(nome) },
  ];
  for (const { userId, key, ...text } of notices) {
    if (userId === null || userId === session?.userId) continue;
    const chave = `${key}:${id}:${now().getTime()}`;
    await notifyPerson(db, now(), { userId, category: 'aviso', chave, isPressing: true, ...text });
  }
}

/** Notifies the teacher of a class, once, that it begins. */
export async function notifyOfBeginning(
  tx: Db,
  at: Date,
  { id, nome, professor_user_id: userId }: { id: number; nome: string; professor_user_id: number | null },
): Promise<void> {
  if (userId === null) return;
  const text = { ...handOverWords.begins(nome), path: routes.teacher.class(id) };
  await notifyPerson(tx, at, { userId, category: 'aviso', chave: `turma_comeca:${id}`, isPressing: true, ...text });
}
