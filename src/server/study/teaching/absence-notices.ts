import { formatTime, relativeDay } from '#lib/format/dates.ts';
import { isMinor } from '#lib/rules/account/birth-date.ts';
import { DAY_MS, MINUTE_MS } from '#lib/rules/time/spans.ts';
import { dayIn, zoneOr } from '#lib/rules/time/zones.ts';
import type { Db } from '../../core/db/connection.ts';
import { oneByOne } from '../../core/db/in-batches.ts';
import type { School } from '../../core/http/ctx.ts';
import { notifyPayers } from '../../messages/inbox/guardian.ts';

/** A delay during which a wrong click can be corrected. */
const PAUSE_MS = 3 * MINUTE_MS;
/** Attendance of lessons older than this is not notified. */
const NEWS_MS = 7 * DAY_MS;
/** Rows in one run. */
const AT_ONCE = 50;

/**
 * Plans notifications to the families of these students about the recorded attendance, after a delay and once the lesson has
 * begun. Corrections made meanwhile are respected.
 *
 * @param tx the transaction that wrote the attendance
 */
export async function planAbsenceNotices(
  tx: Db,
  at: Date,
  { id, inicio }: { id: number; inicio: string },
  placeIds: readonly number[],
): Promise<void> {
  if (placeIds.length === 0 || Date.parse(inicio) < at.getTime() - NEWS_MS) return;
  await tx
    .updateTable('presencas')
    .set({ aviso_em: new Date(Math.max(at.getTime(), Date.parse(inicio)) + PAUSE_MS).toISOString() })
    .where('aula_id', '=', id)
    .where('turma_aluno_id', 'in', placeIds)
    .execute();
}

/**
 * Notifies of recorded absences: the guardian of a minor, and an adult who asked for it. An absence that the family reported
 * before is not notified. If a notified absence is corrected, the correction is notified too.
 */
export async function notifyOfAbsences(school: School): Promise<void> {
  const due = await dueAbsences(school);
  await oneByOne(school.log, due, { job: 'notifyOfAbsences', idOf: ({ turma_aluno_id }) => turma_aluno_id }, (row) =>
    school.db.transaction().execute((tx) => decide(tx, school, row)),
  );
  if (due.length === AT_ONCE) school.wake();
}

const dueAbsences = ({ db, now }: School) =>
  db
    .selectFrom('presencas')
    .innerJoin('aulas', 'aulas.id', 'presencas.aula_id')
    .innerJoin('turmas', 'turmas.id', 'aulas.turma_id')
    .innerJoin('companies', 'companies.id', 'turmas.company_id')
    .innerJoin('turma_alunos', 'turma_alunos.id', 'presencas.turma_aluno_id')
    .innerJoin('users', 'users.id', 'turma_alunos.user_id')
    .leftJoin('ausencias', (join) =>
      join
        .onRef('ausencias.turma_aluno_id', '=', 'presencas.turma_aluno_id')
        .onRef('ausencias.aula_id', '=', 'presencas.aula_id'),
    )
    .leftJoin('notification_preferences as wish', (join) =>
      join.onRef('wish.user_id', '=', 'users.id').on('wish.category', '=', 'falta').on('wish.enabled', '=', true),
    )
    .select(['presencas.aula_id', 'presencas.turma_aluno_id', 'presencas.status', 'presencas.aviso_em'])
    .select(['presencas.avisada', 'aulas.inicio', 'turmas.id as turma_id', 'turmas.nome as turma'])
    .select(['companies.timezone', 'users.id', 'users.full_name', 'users.birth_date', 'users.guardian'])
    .select(['ausencias.id as reported', 'wish.category as requested'])
    .where('presencas.aviso_em', '<=', now().toISOString())
    .orderBy('presencas.aviso_em')
    .orderBy('presencas.aula_id')
    .orderBy('presencas.turma_aluno_id')
    .limit(AT_ONCE)
    .execute();

type Due = Awaited<ReturnType<typeof dueAbsences>>[number];

async function decide(tx: Db, { now, config }: School, row: Due): Promise<void> {
  const at = now();
  const zone = zoneOr(row.timezone, config.SCHOOL_TIME_ZONE);
  const today = dayIn(zone, at);
  const isNews = row.reported === null && (isMinor(row.birth_date, today) || row.requested !== null);
  // An excused or made-up absence stays one: a correction is notified only for a student who was present after all.
  const avisada = row.status === 'presente' ? false : row.avisada || (row.status === 'falta' && isNews);
  const claimed = await tx
    .updateTable('presencas')
    .set({ aviso_em: null, avisada })
    .where('aula_id', '=', row.aula_id)
    .where('turma_aluno_id', '=', row.turma_aluno_id)
    .where('aviso_em', '=', row.aviso_em)
    .where('status', '=', row.status)
    .returning('aula_id')
    .executeTakeFirst();
  if (!claimed || avisada === row.avisada) return;
  const params = {
    turmaId: row.turma_id,
    turma: row.turma,
    dia: relativeDay(row.inicio, at, zone),
    hora: formatTime(row.inicio, zone),
    ...(!avisada && { corrigida: true as const }),
  };
  await notifyPayers(tx, at, [
    {
      ...{ userId: row.id, kind: 'falta_registrada', owner: row, today, params },
      about: `${row.aula_id}:${row.turma_aluno_id}:${row.aviso_em}`,
      forGuardian: { ...params, matricula: row.turma_aluno_id, de: row.full_name, filho: row.id },
    },
  ]);
}
