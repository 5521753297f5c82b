import { sql } from 'kysely';
import { formatTime, relativeDay } from '#lib/format/dates.ts';
import { HOUR_MS } from '#lib/rules/time/spans.ts';
import { zoneOr } from '#lib/rules/time/zones.ts';
import type { School } from '#server/core/http/ctx.ts';
import { isInClass } from '../../../core/db/in-class.ts';
import { type NoticeEvent, notifyAll } from '../notify.ts';
import { isAfter, type Place, type Source } from '../tell-events.ts';
import { isSwitchedOn, isUntold } from './untold.ts';

/** A lesson that moves gets a new notice: its hour is news. */
const about = sql`cast(aulas.id as text) || ':' || aulas.inicio`;
const aboutOf = ({ id, inicio }: { id: number; inicio: string }) => `${id}:${inicio}`;

/** A lesson has a class of readers. */
const AT_ONCE = 15;

/** Lessons by an instant of theirs. */
const lessons = ({ db }: School, column: 'inicio' | 'cancelada_em' | 'movida_em', place: Place) =>
  db
    .selectFrom('aulas')
    .select(['id', `${column} as at`])
    .where(isAfter(column, 'id', place))
    .orderBy(column)
    .orderBy('id')
    .limit(AT_ONCE);

const readers = ({ db }: School, ids: readonly number[]) =>
  db
    .selectFrom('aulas')
    .innerJoin('turmas', 'turmas.id', 'aulas.turma_id')
    .innerJoin('companies', 'companies.id', 'turmas.company_id')
    .innerJoin('turma_alunos', 'turma_alunos.turma_id', 'turmas.id')
    .select(['aulas.id', 'aulas.titulo', 'aulas.inicio', 'aulas.tipo', 'aulas.turma_id'])
    .select(({ fn }) => fn.coalesce('aulas.sala', 'turmas.sala').as('sala'))
    .select(['companies.timezone', 'turma_alunos.user_id'])
    .where('aulas.id', 'in', ids)
    .where(isInClass)
    .orderBy('aulas.inicio')
    .orderBy('turma_alunos.id');

const later = (instant: string) => new Date(Date.parse(instant) + HOUR_MS).toISOString();
const placesOf = (rows: readonly { id: number; at: string | null }[]): Place[] =>
  rows.map(({ id, at }) => ({ id, at: at ?? '' }));

/**
 * Lessons that begin within the hour. Each look covers the whole hour, so that it finds a lesson added late. Lessons
 * that the very first look finds are left out.
 */
export const lessonsSoon: Source<NoticeEvent<'aula_em_1h'>> = {
  kind: 'aula_em_1h',
  overlapMs: HOUR_MS,
  atOnce: AT_ONCE,
  next: async (school, { after, until }, place) =>
    placesOf(
      await lessons(school, 'inicio', place)
        .where('inicio', '>', later(after))
        .where('inicio', '>', until)
        .where('inicio', '<=', later(until))
        .where('cancelada_em', 'is', null)
        .execute(),
    ),
  find: async (school, _span, ids) => {
    const rows = await readers(school, ids)
      .where(isUntold('aula_em_1h', 'turma_alunos.user_id', about))
      .where(isSwitchedOn('aula_em_1h', 'turma_alunos.user_id'))
      .execute();
    return rows.map((row) => ({
      userId: row.user_id,
      kind: 'aula_em_1h',
      about: aboutOf(row),
      params: {
        turmaId: row.turma_id,
        titulo: row.titulo,
        hora: formatTime(row.inicio, zoneOr(row.timezone, school.config.SCHOOL_TIME_ZONE)),
        online: row.tipo === 'online',
        sala: row.sala,
      },
      expiresAt: row.inicio,
    }));
  },
  write: notifyAll,
};

/** Cancelled lessons that are still in the future. */
export const lessonsOff = changedLessons('aula_cancelada', 'cancelada_em');

/** Lessons that were put at another time, and are still in the future. Each new time is told once. */
export const lessonsMoved = changedLessons('aula_remarcada', 'movida_em');

/** @param column when it happened */
function changedLessons<Kind extends 'aula_cancelada' | 'aula_remarcada'>(
  kind: Kind,
  column: 'cancelada_em' | 'movida_em',
): Source<NoticeEvent<Kind>> {
  return {
    kind,
    overlapMs: HOUR_MS,
    atOnce: AT_ONCE,
    next: async (school, { after, until }, place) =>
      placesOf(
        await lessons(school, column, place)
          .where(column, '>', after)
          .where(column, '<=', until)
          .where('inicio', '>', until)
          // Students were told of a closed day as a whole.
          .$if(column === 'cancelada_em', (query) => query.where('dia_fechado_id', 'is', null))
          .$if(column === 'movida_em', (query) => query.where('cancelada_em', 'is', null))
          .execute(),
      ),
    find: async (school, { until }, ids) => {
      const rows = await readers(school, ids)
        .where(isUntold(kind, 'turma_alunos.user_id', about))
        .where(isSwitchedOn(kind, 'turma_alunos.user_id'))
        .execute();
      return rows.map((row) => {
        const zone = zoneOr(row.timezone, school.config.SCHOOL_TIME_ZONE);
        const params = {
          turmaId: row.turma_id,
          titulo: row.titulo,
          hora: formatTime(row.inicio, zone),
          dia: relativeDay(row.inicio, new Date(until), zone),
        };
        return { userId: row.user_id, kind, about: aboutOf(row), params, expiresAt: row.inicio } as NoticeEvent<Kind>;
      });
    },
    write: notifyAll,
  };
}
