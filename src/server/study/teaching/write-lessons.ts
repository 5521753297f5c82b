import { type ExpressionBuilder, sql } from 'kysely';
import { type ComingLesson, type LessonTime, MAX_LESSONS, type Relaid } from '#lib/rules/teaching/timetable.ts';
import type { Db } from '../../core/db/connection.ts';
import type { Schema } from '../../tables.ts';
import { notifyOfLessons } from './class-notices.ts';

type Kind = Schema['aulas']['tipo'];

/** A database takes a limited number of values in one statement. */
const AT_ONCE = 100;

/** Whether the number of lessons in a plan is allowed. */
export const isFair = (times: readonly LessonTime[]): boolean => times.length > 0 && times.length <= MAX_LESSONS;

/** The kind of lessons of a class: online, or in a room. */
export const lessonKind = (modalidade: Schema['turmas']['modalidade']): Kind =>
  modalidade === 'online' ? 'online' : 'presencial';

/**
 * Adds lessons to a class. Each online lesson gets a presence activity, as students confirm their presence themselves.
 *
 * @param from the number of the first one
 */
export async function addLessons(
  tx: Db,
  turma_id: number,
  times: readonly (LessonTime & { titulo?: string | null })[],
  { tipo, from }: { tipo: Kind; from: number },
): Promise<number[]> {
  const ids: number[] = [];
  for (let at = 0; at < times.length; at += AT_ONCE) {
    const rows = times.slice(at, at + AT_ONCE).map(({ inicio, fim, titulo }, index) => {
      const numero = from + at + index;
      return { turma_id, numero, titulo: titulo ?? `Aula ${numero}`, tipo, inicio, fim };
    });
    const made = await tx.insertInto('aulas').values(rows).returning(['id', 'numero']).execute();
    ids.push(...made.map(({ id }) => id));
    if (tipo === 'online') await askForPresence(tx, turma_id, made);
  }
  return ids;
}

/** The presence activity of an online lesson. */
export const presenceRow = (turma_id: number, { id, numero }: { id: number; numero: number }) => ({
  turma_id,
  aula_id: id,
  titulo: `Presença na aula ${numero}`,
  descricao: 'Confirme durante a aula.',
  tipo: 'presenca' as const,
  prazo: null,
  aceita_envio: false,
  formatos: '[]',
  tamanho_max_bytes: 0,
});

const askForPresence = (tx: Db, turmaId: number, lessons: readonly { id: number; numero: number }[]) =>
  tx
    .insertInto('turma_atividades')
    .values(lessons.map((lesson) => presenceRow(turmaId, lesson)))
    .execute();

/** Changes future lessons of a class to online, or to a room. */
export async function changeLessonKinds(tx: Db, turmaId: number, tipo: Kind, now: Date): Promise<void> {
  const turned = await tx
    .updateTable('aulas')
    .set({ tipo })
    .where('turma_id', '=', turmaId)
    .where('inicio', '>', now.toISOString())
    .where('tipo', '!=', tipo)
    .returning(['id', 'numero'])
    .execute();
  if (turned.length === 0) return;
  const ids = turned.map(({ id }) => id);
  await tx.deleteFrom('turma_atividades').where('tipo', '=', 'presenca').where('aula_id', 'in', ids).execute();
  if (tipo === 'online') await askForPresence(tx, turmaId, turned);
}

/** Future lessons of a class that are not cancelled, sorted by time. */
export const comingLessons = (db: Db, turmaId: number, now: Date): Promise<(ComingLesson & { numero: number })[]> =>
  db
    .selectFrom('aulas')
    .select(['id', 'numero', 'inicio', 'fim'])
    .where('turma_id', '=', turmaId)
    .where('inicio', '>', now.toISOString())
    .where('cancelada_em', 'is', null)
    .orderBy('inicio')
    .orderBy('numero')
    .execute();

/** Hours of a class with a cancelled lesson or one that has begun, which get no second lesson. */
export const heldHours = (db: Db, turmaId: number, now: Date): Promise<LessonTime[]> =>
  db
    .selectFrom('aulas')
    .select(['inicio', 'fim'])
    .where('turma_id', '=', turmaId)
    .where(({ or, eb }) => or([eb('inicio', '<=', now.toISOString()), eb('cancelada_em', 'is not', null)]))
    .execute();

/**
 * Applies the result of `relay`: moves, adds and removes future lessons. A lesson with preparations, or known to a student, is
 * cancelled instead of removed. Students are notified of moved and cancelled lessons.
 *
 * @returns the lessons that stay, at another time or cancelled
 */
export async function writeRelaid(
  tx: Db,
  turmaId: number,
  { moved, added, dropped }: Relaid,
  { tipo, now, zone }: { tipo: Kind; now: Date; zone: string },
): Promise<{ moved: number[]; cancelled: number[] }> {
  const at = now.toISOString();
  for (const { id, to } of moved) await moveLesson(tx, id, to, at);
  const cancelled: number[] = [];
  for (const { id } of dropped) if (await takeAway(tx, id, at)) cancelled.push(id);
  const { last } = await tx
    .selectFrom('aulas')
    .select(({ fn }) => fn.max('numero').as('last'))
    .where('turma_id', '=', turmaId)
    .executeTakeFirstOrThrow();
  await addLessons(tx, turmaId, added, { tipo, from: (last ?? 0) + 1 });
  await renumber(tx, turmaId);
  const ids = moved.map(({ id }) => id);
  await notifyOfLessons(tx, now, 'aula_remarcada', ids, zone);
  await notifyOfLessons(tx, now, 'aula_cancelada', cancelled, zone);
  return { moved: ids, cancelled };
}

/** Moves a lesson, and stores the original time of the timetable. */
export const moveLesson = (tx: Db, id: number, { inicio, fim }: LessonTime, at: string) =>
  tx
    .updateTable('aulas')
    .set(({ fn, ref }) => ({
      inicio,
      fim,
      movida_em: at,
      inicio_previsto: fn.coalesce('inicio_previsto', ref('inicio')),
    }))
    .where('id', '=', id)
    .execute();

/** @returns whether the lesson stays, as cancelled */
async function takeAway(tx: Db, id: number, at: string): Promise<boolean> {
  const untouched = await tx
    .selectFrom('aulas')
    .select('id')
    .where('id', '=', id)
    .where(isUntouched)
    .executeTakeFirst();
  if (untouched) {
    await tx.deleteFrom('turma_atividades').where('aula_id', '=', id).execute();
    await tx.deleteFrom('aulas').where('id', '=', id).execute();
  } else await tx.updateTable('aulas').set({ cancelada_em: at }).where('id', '=', id).execute();
  return !untouched;
}

/** Whether a lesson has no preparations, reported absences or make-ups. */
function isUntouched({ and, eb, not, exists, selectFrom }: ExpressionBuilder<Schema, 'aulas'>) {
  const columns = ['conteudo', 'gravacao_url', 'licao_de_casa', 'professor_user_id', 'link_reuniao'] as const;
  const tables = ['presencas', 'ausencias', 'reposicoes', 'aula_materiais'] as const;
  const about = (table: (typeof tables)[number]) =>
    selectFrom(table)
      .select(sql.lit(1).as('one'))
      .whereRef(sql.ref(`${table}.aula_id`), '=', 'aulas.id');
  const made = selectFrom('reposicoes').select('reposicoes.id').whereRef('destino_aula_id', '=', 'aulas.id');
  const work = selectFrom('turma_atividades')
    .select('turma_atividades.id')
    .whereRef('turma_atividades.aula_id', '=', 'aulas.id')
    .where('turma_atividades.tipo', '!=', 'presenca');
  return and([
    ...columns.map((column) => eb(column, 'is', null)),
    ...tables.map((table) => not(exists(about(table)))),
    not(exists(made)),
    not(exists(work)),
  ]);
}

/** Numbers the lessons of a class by time. A title that only contains the number is updated. */
async function renumber(tx: Db, turmaId: number): Promise<void> {
  const place = sql<number>`(select count(*) from aulas as other where other.turma_id = aulas.turma_id
    and (other.inicio < aulas.inicio or (other.inicio = aulas.inicio and other.id <= aulas.id)))`;
  // Numbers are unique in a class, so they pass through negative values.
  await sql`update aulas set numero = -${place},
    titulo = case when titulo = 'Aula ' || cast(numero as text) then 'Aula ' || cast(${place} as text) else titulo end
    where turma_id = ${turmaId}`.execute(tx);
  await tx
    .updateTable('aulas')
    .set(({ neg }) => ({ numero: neg('numero') }))
    .where('turma_id', '=', turmaId)
    .execute();
  await sql`update turma_atividades set titulo = 'Presença na aula ' ||
    (select cast(aulas.numero as text) from aulas where aulas.id = turma_atividades.aula_id)
    where turma_id = ${turmaId} and tipo = 'presenca' and aula_id is not null`.execute(tx);
}
