import { sql } from 'kysely';
import { dayIn } from '#lib/rules/time/zones.ts';
import type { Db } from '../../core/db/connection.ts';
import { type Reach, within } from '../../core/db/reach.ts';
import type { Ctx } from '../../core/http/ctx.ts';
import { type Enrollment, hasLesson } from '../pedagogico/class.ts';
import { minorIds } from './family-enrollment.ts';
import { presentAbsence, presentLesson } from './present.ts';
import {
  birthOf,
  birthsIn,
  type LessonRow,
  lessonsBetween,
  lessonsById,
  missedOf,
  missedSince,
  offersFor,
  ownTimes,
} from './queries.ts';
import { AHEAD_MS, fitsAge, isBookable, isClash, type MissedFacts, mayReplace, OFFERED_MS } from './rules.ts';

interface Missed {
  lesson: LessonRow;
  facts: MissedFacts;
  motivo: string | null;
  target: LessonRow | null;
}

/** Every lesson of an enrolment that has a recorded fact, the newest first. */
export async function missedLessons(db: Db, enrollment: number): Promise<Missed[]> {
  const { presences, reports, replacements } = await missedOf(db, enrollment);
  const of = <Row extends { aula_id: number }>(rows: Row[]) => new Map(rows.map((row) => [row.aula_id, row]));
  const [presence, report, replacement] = [of(presences), of(reports), of(replacements)];
  const ids = new Set([
    ...presences.filter(({ status }) => status !== 'presente').map(({ aula_id }) => aula_id),
    ...report.keys(),
    ...replacement.keys(),
  ]);
  const rows = await lessonsById(db, [...ids, ...replacements.map(({ destino_aula_id }) => destino_aula_id)]);
  const lesson = new Map(rows.map((row) => [row.aula_id, row]));
  return [...ids]
    .flatMap((id) => lesson.get(id) ?? [])
    .map((row) => ({
      lesson: row,
      facts: {
        presence: presence.get(row.aula_id)?.status ?? null,
        report: report.get(row.aula_id)?.status ?? null,
        replacement: replacement.get(row.aula_id)?.status ?? null,
      },
      motivo: report.get(row.aula_id)?.motivo ?? null,
      target: lesson.get(replacement.get(row.aula_id)?.destino_aula_id ?? 0) ?? null,
    }))
    .sort((a, b) => b.lesson.inicio.localeCompare(a.lesson.inicio) || b.lesson.aula_id - a.lesson.aula_id);
}

/** Absences of an enrolment, and lessons of the next thirty days for which one can be reported. */
export async function readAbsences({ db, now }: Ctx, enrollment: Enrollment) {
  const { turma_aluno_id: id } = enrollment;
  const at = now();
  const until = new Date(at.getTime() + AHEAD_MS).toISOString();
  const [missed, coming] = await Promise.all([
    missedLessons(db, id),
    enrollment.status === 'ativa' ? lessonsBetween(db, enrollment.turma_id, at.toISOString(), until) : [],
  ]);
  const reported = new Set(missed.filter(({ facts }) => facts.report !== null).map(({ lesson }) => lesson.aula_id));
  return {
    turma_aluno_id: id,
    // Future lessons for which the student can report an absence.
    proximas: coming.filter(({ aula_id }) => !reported.has(aula_id)).map(presentLesson),
    ausencias: missed
      .filter(({ lesson }) => hasLesson(enrollment, lesson.inicio, at))
      .flatMap(({ lesson, facts, motivo, target }) => presentAbsence(lesson, facts, { motivo, target, now: at }) ?? [])
      .map((absence) => (enrollment.status === 'ativa' ? absence : withoutNext(absence))),
  };
}

type Absence = NonNullable<ReturnType<typeof presentAbsence>>;

/** An absence from a class that the student left: it cannot be made up for any more. */
const withoutNext = (absence: Absence) => ({
  ...absence,
  pode_repor: false,
  reposicao: absence.reposicao?.status === 'marcada' ? null : absence.reposicao,
});

/** Missed lessons that may be replaced, the oldest first. */
export const replaceable = (missed: readonly Missed[], now: Date): Missed[] =>
  missed.filter(({ facts, lesson }) => mayReplace(facts, new Date(lesson.fim), now)).toReversed();

/**
 * Lessons of other classes that the student could join instead of the missed one: of the same level and age, with free
 * places, at a free hour.
 */
export async function readOffers(
  ctx: Ctx,
  db: Db,
  enrollment: Pick<Enrollment, 'user_id' | 'turma_id' | 'status' | 'timezone'>,
  missed: readonly { lesson: Pick<LessonRow, 'unidade_id'> }[],
) {
  const now = ctx.now();
  if (missed.length === 0 || enrollment.status !== 'ativa') return [];
  const from = now.toISOString();
  const [offers, taken] = await Promise.all([
    offersFor(db, enrollment.turma_id, enrollment.user_id, from, new Date(now.getTime() + AHEAD_MS).toISOString()),
    ownTimes(db, enrollment.user_id, from),
  ]);
  const births = await birthsIn(db, [...new Set([enrollment.turma_id, ...offers.map(({ turma_id }) => turma_id)])]);
  const birth = await birthOf(db, enrollment.user_id);
  const own = birth === null ? (births.get(enrollment.turma_id) ?? []) : [birth];
  const today = dayIn(enrollment.timezone, now);
  const units = new Set(missed.map(({ lesson }) => lesson.unidade_id));
  return offers
    .filter((offer) => offer.vagas > 0 && isBookable(new Date(offer.inicio), now))
    .filter((offer) => fitsAge(own, births.get(offer.turma_id) ?? [], today))
    .filter((offer) => !taken.some((each) => isClash(each, offer)))
    .map((offer) => ({
      ...presentLesson(offer),
      vagas: offer.vagas,
      mesma_unidade: offer.unidade_id !== null && units.has(offer.unidade_id),
    }));
}

/**
 * The lesson that the user missed last, and with `criancas` that of each child under 18, while the home page offers to make up
 * for it: for two weeks, if another class has a place.
 */
export async function listMakeUps(ctx: Ctx, { criancas }: { criancas: boolean }) {
  const now = ctx.now().getTime();
  const at = (ms: number) => new Date(now + ms).toISOString();
  const people = [ctx.session.userId, ...(criancas ? await minorIds(ctx) : [])];
  const rows = await missedSince(ctx.db, people, at(-OFFERED_MS), at(0), at(AHEAD_MS));
  const offered = people.map(async (userId) => {
    const lesson = rows.find(({ user_id }) => user_id === userId);
    if (!lesson || (await readOffers(ctx, ctx.db, lesson, [{ lesson }])).length === 0) return [];
    const { turma_aluno_id, timezone } = lesson;
    return [{ user_id: userId, turma_aluno_id, timezone, aula: presentLesson(lesson) }];
  });
  return (await Promise.all(offered)).flat();
}

/** Reported absences without a decision. */
export async function countAbsences(db: Db, reach: Reach): Promise<number> {
  const { count } = await db
    .selectFrom('ausencias')
    .innerJoin('turma_alunos', 'turma_alunos.id', 'ausencias.turma_aluno_id')
    .innerJoin('turmas', 'turmas.id', 'turma_alunos.turma_id')
    .innerJoin('companies', 'companies.id', 'turmas.company_id')
    .$call(within(reach))
    .where('ausencias.status', '=', sql.lit('avisada' as const))
    .select(({ fn }) => fn.countAll<number | string>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}
