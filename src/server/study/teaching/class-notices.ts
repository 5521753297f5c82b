import { type Selectable, sql } from 'kysely';
import { formatTime, relativeDay } from '#lib/format/dates.ts';
import { HOUR_MS } from '#lib/rules/time/spans.ts';
import { zoneOr } from '#lib/rules/time/zones.ts';
import type { Db } from '../../core/db/connection.ts';
import { isInClass } from '../../core/db/in-class.ts';
import type { School } from '../../core/http/ctx.ts';
import { isAfter, isNew, isSwitchedOn, lookForEvents, type Source } from '../../messages/inbox/look.ts';
import { mayNotifyAgain, type NoticeEvent, notifyAll } from '../../messages/inbox/notify.ts';
import type { Schema } from '../../tables.ts';
import { lookForGrades } from './grade-notices.ts';

type Aula = Selectable<Schema['aulas']>;

/** The subject of a lesson's notices includes its start, so a moved lesson is notified of again. */
export const lessonKey = sql`cast(aulas.id as text) || ':' || aulas.inicio`;
const aboutOf = ({ id, inicio }: { id: number; inicio: string }) => `${id}:${inicio}`;

/** Lessons in one query: each has a class of readers. */
const AT_ONCE = 15;

/** Notifies students of events in time: lessons that begin soon, and grades from an import. */
export async function notifyOfClasses(school: School): Promise<void> {
  await lookForEvents(school, lessonsSoon);
  await lookForGrades(school);
}

/** The students of lessons, by start, with the data for their notices. */
export const readersOf = (db: Db, lessonIds: readonly number[]) =>
  db
    .selectFrom('aulas')
    .innerJoin('turmas', 'turmas.id', 'aulas.turma_id')
    .innerJoin('companies', 'companies.id', 'turmas.company_id')
    .innerJoin('turma_alunos', 'turma_alunos.turma_id', 'turmas.id')
    .select(['aulas.id', 'aulas.titulo', 'aulas.inicio', 'aulas.tipo', 'aulas.turma_id'])
    .select(({ fn }) => fn.coalesce('aulas.sala', 'turmas.sala').as('sala'))
    .select(['companies.timezone', 'turma_alunos.user_id'])
    .where('aulas.id', 'in', lessonIds)
    .where(isInClass)
    .orderBy('aulas.inicio')
    .orderBy('turma_alunos.id');

const later = (instant: string) => new Date(Date.parse(instant) + HOUR_MS).toISOString();

/**
 * Lessons that begin within the hour. Each scan covers the whole hour, so that it finds a lesson added late. Lessons found by the
 * very first scan are left out.
 */
const lessonsSoon: Source<NoticeEvent<'aula_em_1h'>> = {
  kind: 'aula_em_1h',
  overlapMs: HOUR_MS,
  atOnce: AT_ONCE,
  next: ({ db }, { after, until }, place) =>
    db
      .selectFrom('aulas')
      .select(['id', 'inicio as at'])
      .where(isAfter('inicio', 'id', place))
      .where('inicio', '>', later(after))
      .where('inicio', '>', until)
      .where('inicio', '<=', later(until))
      .where('cancelada_em', 'is', null)
      .orderBy('inicio')
      .orderBy('id')
      .limit(AT_ONCE)
      .execute(),
  find: async ({ db, config }, _span, ids) => {
    const rows = await readersOf(db, ids)
      .where(isNew('aula_em_1h', 'turma_alunos.user_id', lessonKey))
      .where(isSwitchedOn('aula_em_1h', 'turma_alunos.user_id'))
      .execute();
    return rows.map((row) => ({
      userId: row.user_id,
      kind: 'aula_em_1h',
      about: aboutOf(row),
      params: {
        turmaId: row.turma_id,
        titulo: row.titulo,
        hora: formatTime(row.inicio, zoneOr(row.timezone, config.SCHOOL_TIME_ZONE)),
        online: row.tipo === 'online',
        sala: row.sala,
      },
      expiresAt: row.inicio,
    }));
  },
  write: notifyAll,
};

/** Within this time before the lesson the notice is urgent: a later one would find the student at a closed door. */
const PRESSING_MS = 48 * HOUR_MS;
export const pressingUntil = (at: Date) => new Date(at.getTime() + PRESSING_MS).toISOString();

/**
 * Notifies students of future lessons that were cancelled or moved. Each new time of a lesson is notified of once.
 *
 * @param fallback the time zone for a unit whose own is unknown
 * @param former the previous start of a moved lesson, at which a student without the notice would come
 */
export async function notifyOfLessons(
  tx: Db,
  at: Date,
  kind: 'aula_cancelada' | 'aula_remarcada',
  lessonIds: readonly number[],
  fallback: string,
  former?: string,
): Promise<void> {
  if (lessonIds.length === 0) return;
  const rows = await readersOf(tx, lessonIds).where('aulas.inicio', '>', at.toISOString()).execute();
  const events = rows.map((row): NoticeEvent<typeof kind> => {
    const zone = zoneOr(row.timezone, fallback);
    return {
      ...{ userId: row.user_id, kind, about: aboutOf(row), expiresAt: row.inicio },
      params: {
        ...{ turmaId: row.turma_id, titulo: row.titulo, hora: formatTime(row.inicio, zone) },
        dia: relativeDay(row.inicio, at, zone),
      },
      isPressing: [row.inicio, former ?? row.inicio].some((each) => each <= pressingUntil(at)),
    };
  });
  await notifyAll(tx, at, events);
}

/**
 * Notifies students that a future lesson takes place after all. Cancelling it again is then notified of again.
 *
 * @param lesson its state when it was cancelled
 */
export async function notifyOfRestored(
  tx: Db,
  at: Date,
  { id, inicio, cancelada_em, dia_fechado_id }: Pick<Aula, 'id' | 'inicio' | 'cancelada_em' | 'dia_fechado_id'>,
  fallback: string,
): Promise<void> {
  const rows = await readersOf(tx, [id]).where('aulas.inicio', '>', at.toISOString()).execute();
  if (rows.length === 0) return;
  const readers = rows.map(({ user_id }) => user_id);
  await mayNotifyAgain(tx, at, 'aula_cancelada', readers, [aboutOf({ id, inicio }), `dia:${dia_fechado_id}`]);
  await notifyAll(
    tx,
    at,
    rows.map((row) => {
      const zone = zoneOr(row.timezone, fallback);
      return {
        ...{ userId: row.user_id, kind: 'aula_remarcada' as const, expiresAt: row.inicio },
        about: `${aboutOf(row)}:${cancelada_em}`,
        params: {
          ...{ turmaId: row.turma_id, titulo: row.titulo, hora: formatTime(row.inicio, zone) },
          ...{ dia: relativeDay(row.inicio, at, zone), volta: true as const },
        },
        isPressing: row.inicio <= pressingUntil(at),
      };
    }),
  );
}

interface Work {
  id: number;
  turma_id: number;
  titulo: string;
  prazo: string | null;
}

/** Notifies the students of a class of a new piece of work. */
export async function notifyOfWork(
  tx: Db,
  at: Date,
  { id, turma_id, titulo, prazo }: Work,
  zone: string,
): Promise<void> {
  const students = await tx
    .selectFrom('turma_alunos')
    .select('user_id')
    .where('turma_id', '=', turma_id)
    .where(isInClass)
    .orderBy('id')
    .execute();
  const day = prazo && relativeDay(prazo, at, zone);
  const params = { turmaId: turma_id, atividadeId: id, atividade: titulo, prazo: day };
  await notifyAll(
    tx,
    at,
    students.map(({ user_id }) => ({ userId: user_id, kind: 'atividade_nova' as const, about: String(id), params })),
  );
}
