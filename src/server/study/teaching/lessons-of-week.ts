import type { z } from 'zod';
import { foldText, searchWords } from '#lib/format/text.ts';
import { mondayOf, shiftDay, weekdayOf } from '#lib/rules/time/days.ts';
import { instantIn } from '#lib/rules/time/instants.ts';
import { dayIn, zoneOr } from '#lib/rules/time/zones.ts';
import { BLOCKED_COMPANY_ID } from '#lib/session.ts';
import { weekWords } from '#lib/words/teaching-week.ts';
import type { Db } from '../../core/db/connection.ts';
import { type Reach, within } from '../../core/db/reach.ts';
import { reachBy } from '../../core/http/access.ts';
import type { Ctx } from '../../core/http/ctx.ts';
import { visitsOfUnit } from '../../messages/contacts/visits.ts';
import { closedDaysOfUnit } from './closed-days.ts';
import { roomKey } from './find-clashes.ts';
import type { readWeekInput } from './inputs.ts';
import { lessonTeacher } from './lesson-teacher.ts';
import { lessons, presentLesson } from './school-class.ts';
import { teachersIn } from './school-classes.ts';
import { clashesWithin } from './week-clashes.ts';

const DAYS = 7;
/** Max. lessons on a page. With more, the reader filters by teacher or room. */
const MAX_LESSONS = 200;

/** Open units of a reach, by name. */
const openUnitsIn = (db: Db, reach: Reach) =>
  db
    .selectFrom('companies')
    .$call(within(reach))
    .select(['companies.id', 'companies.nome', 'companies.timezone', 'companies.escola_id'])
    .where('companies.encerrada_em', 'is', null)
    .where('companies.id', '<>', BLOCKED_COMPANY_ID)
    .orderBy('companies.nome')
    .orderBy('companies.id')
    .execute();

const lessonsBetween = (db: Db, from: string, until: string) =>
  lessons(db)
    .where('aulas.inicio', '>=', from)
    .where('aulas.inicio', '<', until)
    .orderBy('aulas.inicio')
    .orderBy('turmas.nome')
    .orderBy('aulas.id');
type Row = Awaited<ReturnType<ReturnType<typeof lessonsBetween>['execute']>>[number];

/** A lesson with its teacher and room. */
const withTeacherAndRoom = (row: Row) => ({
  ...row,
  professor_id: row.professor_user_id ?? row.professor_id,
  professor: row.professor_user_id === null ? row.professor : row.substituto,
  sala: row.sala ?? row.sala_da_turma,
});

/**
 * The lessons of a unit in the week of a day, by day, optionally filtered by teacher or room. Clashes are searched among all
 * lessons of the unit, and among those of its teachers in other units of the school.
 */
export async function readWeek(ctx: Ctx, { semana, unidade, professor, sala, q }: z.output<typeof readWeekInput>) {
  const { db, reach, session, config, now } = ctx;
  const units = await openUnitsIn(db, reach);
  const unit =
    [unidade, session.companyId].flatMap((requested) => units.find(({ id }) => id === requested) ?? [])[0] ?? units[0];
  const zone = zoneOr(unit?.timezone, config.SCHOOL_TIME_ZONE);
  const hoje = dayIn(zone, now());
  const monday = mondayOf(semana ?? hoje);
  const between = lessonsBetween(
    db,
    instantIn(zone, monday, '00:00'),
    instantIn(zone, shiftDay(monday, DAYS), '00:00'),
  );
  const days = Array.from({ length: DAYS }, (_, n) => shiftDay(monday, n));
  const [found, closed, visitas] = unit
    ? await Promise.all([
        between.where('turmas.company_id', '=', unit.id).execute(),
        closedDaysOfUnit(db, unit),
        visitsFor(ctx, unit.id, monday),
      ])
    : [[], () => null, []];
  const all = found.map(withTeacherAndRoom);
  const teachers = [...new Set(all.flatMap(({ professor_id }) => professor_id ?? []))];
  const elsewhere = unit && teachers.length > 0 ? await elsewhereIn(between, unit, teachers).execute() : [];
  const clashes = clashesWithin([
    ...all,
    ...elsewhere.map((lesson) => ({ ...withTeacherAndRoom(lesson), sala: null })),
  ]);
  const room = roomKey(sala ?? null);
  const chosen =
    professor === undefined || !unit
      ? []
      : await teachersIn(db, { escolaId: unit.escola_id, units: null })
          .select(['users.id', 'users.full_name as nome'])
          .where('users.id', '=', professor)
          .execute();
  const words = searchWords(q ?? '');
  const matching = all.filter(
    (lesson) =>
      (professor === undefined || lesson.professor_id === professor) &&
      (room === null || roomKey(lesson.sala) === room) &&
      words.every((word) => foldText(`${lesson.turma} ${lesson.professor ?? ''}`).includes(word)),
  );
  const shown = matching.slice(0, MAX_LESSONS);
  return {
    /** The Monday of the week. */
    semana: monday,
    hoje,
    fuso: zone,
    unidade: unit ? { id: unit.id, nome: unit.nome } : null,
    unidades: units.map(({ id, nome }) => ({ id, nome })),
    /** Teachers and rooms of this week, including those of the filter, which may have no lessons. */
    professores: byName(
      [
        ...all.flatMap(({ professor_id: id, professor: nome }) => (id === null || nome === null ? [] : [{ id, nome }])),
        ...chosen,
      ],
      ({ id }) => id,
    ),
    salas: byName(
      [...all.map(({ sala: nome }) => nome), sala ?? null].flatMap((nome) =>
        roomKey(nome) === null || nome === null ? [] : [{ nome: nome.trim() }],
      ),
      ({ nome }) => roomKey(nome),
    ).map(({ nome }) => nome),
    dias: days.map((dia) => ({
      dia,
      nome: weekWords.day(dia, weekdayOf(dia)),
      /** Why the unit has no lessons on it. */
      fechado: closed(dia),
    })),
    items: shown.map((lesson) => ({
      ...presentLesson(found.find(({ id }) => id === lesson.id) as Row),
      dia: dayIn(zone, new Date(lesson.inicio)),
      quem: lesson.professor,
      onde: lesson.tipo === 'online' ? null : lesson.sala,
      /** The resources shared with another lesson at the same time. */
      choca: [...(clashes.get(lesson.id) ?? [])],
    })),
    /** Visits of leads, for users with the right to see them. */
    visitas,
    /** The number of further lessons. */
    a_mais: matching.length - shown.length,
  };
}

/** Lessons that teachers of a unit give in other units of its school. */
const elsewhereIn = (
  between: ReturnType<typeof lessonsBetween>,
  unit: { id: number; escola_id: number },
  teachers: readonly number[],
) =>
  between
    .where('companies.escola_id', '=', unit.escola_id)
    .where('turmas.company_id', '<>', unit.id)
    .where(lessonTeacher, 'in', teachers);

/** The visits of leads in a week, for users with the right in the unit. */
async function visitsFor({ db, session }: Ctx, unitId: number, monday: string) {
  const reach = reachBy(session, ['contatos']);
  const sees = reach && (reach.units === null || reach.units.includes(unitId));
  return sees ? visitsOfUnit(db, unitId, monday, shiftDay(monday, DAYS)) : [];
}

/** Each once, by name. */
const byName = <Named extends { nome: string }>(all: readonly Named[], keyOf: (each: Named) => unknown): Named[] =>
  [...new Map(all.map((each) => [keyOf(each), each])).values()].toSorted((a, b) =>
    a.nome.localeCompare(b.nome, 'pt-BR'),
  );
