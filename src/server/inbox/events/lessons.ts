import { sql } from 'kysely';
import { formatTime, relativeDay } from '#lib/format/dates.ts';
import { HOUR_MS } from '#lib/rules/time/spans.ts';
import { zoneOr } from '#lib/rules/time/zones.ts';
import type { School } from '#server/http/ctx.ts';
import type { Source } from '../tell-events.ts';
import { isSwitchedOn, isUntold } from './untold.ts';

/** A lesson that moves gets a new notice: its hour is news. */
const about = sql`cast(aulas.id as text) || ':' || aulas.inicio`;
const aboutOf = ({ id, inicio }: { id: number; inicio: string }) => `${id}:${inicio}`;

const lessons = ({ db }: School) =>
  db
    .selectFrom('aulas')
    .innerJoin('turmas', 'turmas.id', 'aulas.turma_id')
    .innerJoin('companies', 'companies.id', 'turmas.company_id')
    .innerJoin('turma_alunos', 'turma_alunos.turma_id', 'turmas.id')
    .select(['aulas.id', 'aulas.titulo', 'aulas.inicio', 'aulas.tipo', 'aulas.turma_id'])
    .select(['turmas.sala', 'companies.timezone', 'turma_alunos.user_id'])
    .where('turma_alunos.status', '=', 'ativa')
    .orderBy('aulas.inicio')
    .orderBy('turma_alunos.id');

/**
 * Lessons that begin within the hour. Each look covers the whole hour, so that it finds a lesson added late. Lessons
 * that the very first look finds are left out.
 */
export const lessonsSoon: Source<'aula_em_1h'> = {
  kind: 'aula_em_1h',
  overlapMs: HOUR_MS,
  find: async (school, { after, until }, limit) => {
    const later = (instant: string) => new Date(Date.parse(instant) + HOUR_MS).toISOString();
    const rows = await lessons(school)
      .where('aulas.inicio', '>', later(after))
      .where('aulas.inicio', '>', until)
      .where('aulas.inicio', '<=', later(until))
      .where('aulas.cancelada_em', 'is', null)
      .where(isUntold('aula_em_1h', 'turma_alunos.user_id', about))
      .where(isSwitchedOn('aula_em_1h', 'turma_alunos.user_id'))
      .limit(limit)
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
};

/** Cancelled lessons that are still in the future. */
export const lessonsOff: Source<'aula_cancelada'> = {
  kind: 'aula_cancelada',
  overlapMs: HOUR_MS,
  find: async (school, { after, until }, limit) => {
    const rows = await lessons(school)
      .where('aulas.cancelada_em', '>', after)
      .where('aulas.cancelada_em', '<=', until)
      .where('aulas.inicio', '>', until)
      .where(isUntold('aula_cancelada', 'turma_alunos.user_id', about))
      .where(isSwitchedOn('aula_cancelada', 'turma_alunos.user_id'))
      .limit(limit)
      .execute();
    return rows.map((row) => {
      const zone = zoneOr(row.timezone, school.config.SCHOOL_TIME_ZONE);
      return {
        userId: row.user_id,
        kind: 'aula_cancelada',
        about: aboutOf(row),
        params: {
          turmaId: row.turma_id,
          titulo: row.titulo,
          hora: formatTime(row.inicio, zone),
          dia: relativeDay(row.inicio, new Date(until), zone),
        },
        expiresAt: row.inicio,
      };
    });
  },
};
