import type { SelectQueryBuilder } from 'kysely';
import { shiftDay } from '#lib/rules/time/days.ts';
import { instantIn } from '#lib/rules/time/instants.ts';
import { DAY_MS } from '#lib/rules/time/spans.ts';
import { dayIn } from '#lib/rules/time/zones.ts';
import type { Db } from '../../core/db/connection.ts';
import { isInClass } from '../../core/db/in-class.ts';
import { type Reach, within } from '../../core/db/reach.ts';
import type { Ctx } from '../../core/http/ctx.ts';
import type { Schema } from '../../tables.ts';
import { lessonWindow } from '../pedagogico/lessons-ahead.ts';
import { lessonTeacher } from './lesson-teacher.ts';

/** Max. lessons on a screen: a franchise has thousands. */
const MAX_LESSONS = 30;

interface Day {
  from: string;
  until: string;
  now: string;
}

/**
 * Lessons that begin within a day, by start, with the students who reported an absence. If there are many, lessons that have not
 * ended come first.
 *
 * @returns the lessons, and the number of further ones.
 */
export async function lessonsOfDay(db: Db, reach: Reach, { from, until, now }: Day) {
  const ofDay = db.selectFrom('aulas').where('aulas.inicio', '>=', from).where('aulas.inicio', '<', until);
  // Each query follows the index by start, up to the max. number of lessons.
  const named = withNames(ofDay).$call(within(reach));
  const first = (some: typeof named, limit: number, order: 'asc' | 'desc' = 'asc') =>
    some.orderBy('aulas.inicio', order).orderBy('aulas.id', order).limit(limit).execute();
  const all = await first(named, MAX_LESSONS + 1);
  if (all.length <= MAX_LESSONS) return { lessons: await withAbsences(db, all), more: 0 };
  const coming = await first(named.where('aulas.fim', '>', now), MAX_LESSONS);
  const over = await first(named.where('aulas.fim', '<=', now), MAX_LESSONS - coming.length, 'desc');
  const isEverywhere = reach.escolaId === null && reach.units === null;
  const reached = isEverywhere
    ? ofDay
    : ofDay
        .innerJoin('turmas', 'turmas.id', 'aulas.turma_id')
        .innerJoin('companies', 'companies.id', 'turmas.company_id')
        .$call(within(reach));
  const { count } = await reached.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow();
  return { lessons: await withAbsences(db, [...over, ...coming]), more: Number(count) - MAX_LESSONS };
}

/** The first lessons that begin within a day, by hour, with their class. */
export async function firstLessons(db: Db, reach: Reach, { from, until }: Omit<Day, 'now'>, limit: number) {
  const rows = await db
    .selectFrom('aulas')
    .innerJoin('turmas', 'turmas.id', 'aulas.turma_id')
    .innerJoin('companies', 'companies.id', 'turmas.company_id')
    .select(['aulas.id', 'turmas.nome as turma', 'aulas.inicio', 'aulas.cancelada_em', 'aulas.movida_em'])
    .where('aulas.inicio', '>=', from)
    .where('aulas.inicio', '<', until)
    .$call(within(reach))
    .orderBy('aulas.inicio')
    .orderBy('aulas.id')
    .limit(limit)
    .execute();
  return rows.map(withState);
}

type Named = Awaited<ReturnType<ReturnType<typeof withNames>['execute']>>;

/** Adds whether a lesson is cancelled, and whether it is cancelled or moved */
const withState = <Row extends { cancelada_em: string | null; movida_em: string | null }>({
  cancelada_em,
  movida_em,
  ...lesson
}: Row) => ({ ...lesson, cancelada: cancelada_em !== null, mudou: cancelada_em !== null || movida_em !== null });

/** Adds the students who reported an absence, sorted by start. */
async function withAbsences(db: Db, lessons: Named) {
  const missing = await whoMisses(db, lessons);
  return lessons
    .toSorted((a, b) => a.inicio.localeCompare(b.inicio) || a.id - b.id)
    .map((lesson) => ({
      ...withState(lesson),
      avisaram_falta: missing.filter(({ aula_id }) => aula_id === lesson.id).map(({ full_name }) => full_name),
    }));
}

const withNames = (lessons: SelectQueryBuilder<Schema, 'aulas', object>) =>
  lessons
    .innerJoin('turmas', 'turmas.id', 'aulas.turma_id')
    .innerJoin('companies', 'companies.id', 'turmas.company_id')
    .leftJoin('users as professor', (join) => join.on('professor.id', '=', lessonTeacher))
    .select(['aulas.id', 'aulas.titulo', 'aulas.inicio', 'aulas.fim', 'aulas.cancelada_em', 'aulas.movida_em'])
    .select('turmas.nome as turma')
    .select(({ fn }) => fn.coalesce('aulas.sala', 'turmas.sala').as('sala'))
    .select(['companies.nome as unidade', 'professor.full_name as professor']);

/** Students who reported an absence from lessons, by name. */
const whoMisses = async (db: Db, lessons: readonly { id: number }[]) =>
  lessons.length === 0
    ? []
    : await db
        .selectFrom('ausencias')
        .innerJoin('turma_alunos', 'turma_alunos.id', 'ausencias.turma_aluno_id')
        .innerJoin('users', 'users.id', 'turma_alunos.user_id')
        .select(['ausencias.aula_id', 'users.full_name'])
        .where(isInClass)
        .where(
          'ausencias.aula_id',
          'in',
          lessons.map(({ id }) => id),
        )
        .orderBy('users.full_name')
        .execute();

/** Attendance of older lessons is not requested, because nobody remembers it. */
const ATTENDANCE_DAYS = 30;
/** Max. lessons without attendance in the list. */
const MAX_ROLLS = 20;

const lessonsWithClass = (db: Db) =>
  db
    .selectFrom('aulas')
    .innerJoin('turmas', 'turmas.id', 'aulas.turma_id')
    .innerJoin('companies', 'companies.id', 'turmas.company_id')
    .leftJoin('users as substituto', 'substituto.id', 'aulas.professor_user_id')
    .select(['aulas.id', 'aulas.titulo', 'aulas.inicio', 'aulas.fim', 'aulas.tipo', 'aulas.cancelada_em'])
    .select(['aulas.chamada_em', 'aulas.conteudo', 'aulas.professor_user_id', 'aulas.movida_em'])
    .select('turmas.id as turma_id')
    .select(['turmas.nome as turma', 'turmas.link_reuniao as link_da_turma', 'aulas.link_reuniao'])
    .select(['companies.nome as unidade', 'companies.timezone', 'substituto.full_name as substituto'])
    .select(({ fn }) => fn.coalesce('aulas.sala', 'turmas.sala').as('sala'));

/** The lessons of a user: of the own classes, and those as a substitute. */
const taughtBy = (db: Db, userId: number) =>
  lessonsWithClass(db).where(({ or, eb }) =>
    or([eb('turmas.professor_user_id', '=', userId), eb('aulas.professor_user_id', '=', userId)]),
  );
type Row = Awaited<ReturnType<ReturnType<typeof taughtBy>['executeTakeFirstOrThrow']>>;

/** The next lesson of a user, without lessons of the own classes with a substitute. */
const nextOf = (db: Db, userId: number, at: Date) =>
  taughtBy(db, userId)
    .where('aulas.inicio', '>', at.toISOString())
    .where('aulas.cancelada_em', 'is', null)
    .where(({ or, eb }) => or([eb('aulas.professor_user_id', 'is', null), eb('aulas.professor_user_id', '=', userId)]))
    .orderBy('aulas.inicio')
    .orderBy('aulas.id')
    .limit(1)
    .execute();

/** How many days ahead changes are shown: later a timetable may change again. */
const AHEAD_DAYS = 30;
const MAX_AHEAD = 10;

/**
 * Future lessons with changes: a substitute, a new time, a cancellation, or a student who makes up in them. Those of the own
 * classes and those as a substitute use an index each.
 */
async function changedAhead(db: Db, userId: number, at: Date): Promise<Row[]> {
  const changed = await Promise.all(
    (['turmas.professor_user_id', 'aulas.professor_user_id'] as const).map((teacher) =>
      changedFrom(db, at).where(teacher, '=', userId).execute(),
    ),
  );
  const byId = new Map(changed.flat().map((row) => [row.id, row]));
  return [...byId.values()].toSorted((a, b) => a.inicio.localeCompare(b.inicio) || a.id - b.id).slice(0, MAX_AHEAD);
}

const changedFrom = (db: Db, at: Date) =>
  lessonsWithClass(db)
    .where('aulas.fim', '>', at.toISOString())
    .where('aulas.inicio', '>', at.toISOString())
    .where('aulas.inicio', '<', new Date(at.getTime() + AHEAD_DAYS * DAY_MS).toISOString())
    .where(({ or, eb, exists, selectFrom }) =>
      or([
        eb('aulas.professor_user_id', 'is not', null),
        eb('aulas.movida_em', 'is not', null),
        eb('aulas.cancelada_em', 'is not', null),
        exists(
          selectFrom('reposicoes')
            .select('reposicoes.id')
            .whereRef('reposicoes.destino_aula_id', '=', 'aulas.id')
            .where('reposicoes.status', '=', 'marcada'),
        ),
      ]),
    );

/** Students of other classes who make up for a lesson in these, by name. */
const guestsOf = async (db: Db, lessons: readonly { id: number }[]) =>
  lessons.length === 0
    ? []
    : await db
        .selectFrom('reposicoes')
        .innerJoin('turma_alunos', 'turma_alunos.id', 'reposicoes.turma_aluno_id')
        .innerJoin('users', 'users.id', 'turma_alunos.user_id')
        .select(['reposicoes.destino_aula_id as aula_id', 'users.full_name'])
        .where('reposicoes.status', '=', 'marcada')
        .where(
          'reposicoes.destino_aula_id',
          'in',
          lessons.map(({ id }) => id),
        )
        .orderBy('users.full_name')
        .execute();

/**
 * The lessons of today by start, or on a free day the next one, changes of future ones, and past ones without an attendance
 * record, the latest first.
 */
export async function readTeachingDay({ db, session, now }: Ctx) {
  const at = now();
  const { userId } = session;
  // A day and a half in each direction contains today in any zone.
  const around = (ms: number) => new Date(at.getTime() + ms).toISOString();
  const [near, open, ahead] = await Promise.all([
    taughtBy(db, userId)
      .where('aulas.inicio', '>=', around(-1.5 * DAY_MS))
      .where('aulas.inicio', '<', around(1.5 * DAY_MS))
      .orderBy('aulas.inicio')
      .orderBy('aulas.id')
      .execute(),
    withoutAttendance(db, userId, at),
    changedAhead(db, userId, at),
  ]);
  const today = near.filter(({ timezone, inicio }) => dayIn(timezone, new Date(inicio)) === dayIn(timezone, at));
  const ofToday = new Set(today.map(({ id }) => id));
  const past = open.filter(({ id }) => !ofToday.has(id));
  const next = today.length > 0 ? [] : await nextOf(db, userId, at);
  const changed = ahead.filter(({ id }) => !ofToday.has(id) && id !== next[0]?.id);
  const named = [...today, ...next, ...changed, ...past];
  const [absent, guests] = await Promise.all([whoMisses(db, named), guestsOf(db, named)]);
  const shown = (row: Row) => present(row, { at, userId, absent, guests });
  return {
    ...{ hoje: today.map(shown), proxima: next.map(shown) },
    ...{ mudam: changed.map(shown), sem_chamada: past.map(shown) },
  };
}

const withoutAttendance = (db: Db, userId: number, at: Date): Promise<Row[]> =>
  taughtBy(db, userId)
    .where('aulas.fim', '<', at.toISOString())
    .where('aulas.inicio', '>=', instantIn('UTC', shiftDay(dayIn('UTC', at), -ATTENDANCE_DAYS), '00:00'))
    .where('aulas.cancelada_em', 'is', null)
    .where('aulas.chamada_em', 'is', null)
    // Lessons with a substitute are the substitute's to record.
    .where(({ or, eb }) => or([eb('aulas.professor_user_id', 'is', null), eb('aulas.professor_user_id', '=', userId)]))
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('turma_alunos')
          .select('turma_alunos.id')
          .whereRef('turma_alunos.turma_id', '=', 'turmas.id')
          .where(isInClass),
      ),
    )
    .orderBy('aulas.inicio', 'desc')
    .orderBy('aulas.id')
    .limit(MAX_ROLLS)
    .execute();

type Absent = Awaited<ReturnType<typeof whoMisses>>;

function present(
  row: Row,
  { at, userId, absent, guests }: { at: Date; userId: number; absent: Absent; guests: Absent },
) {
  const meets = row.link_reuniao ?? (row.tipo === 'online' ? row.link_da_turma : null);
  const { id, titulo, inicio, fim, tipo, unidade, timezone, sala } = row;
  return {
    ...{ id, titulo, inicio, fim, tipo, unidade, timezone, sala },
    turma: { id: row.turma_id, nome: row.turma },
    link_reuniao: lessonWindow(row, at).isOpen ? meets : null,
    cancelada: row.cancelada_em !== null,
    chamada: row.chamada_em !== null,
    // Whether the lesson's contents are recorded.
    registrada: row.conteudo !== null,
    substitui: row.professor_user_id === userId,
    // The substitute, if another person.
    substituto: row.professor_user_id === userId ? null : row.substituto,
    remarcada: row.movida_em !== null,
    avisaram_falta: namesAt(absent, id),
    repoem: namesAt(guests, id),
  };
}

const namesAt = (people: Absent, id: number) =>
  people.filter(({ aula_id }) => aula_id === id).map(({ full_name }) => full_name);
