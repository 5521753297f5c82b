import type { AulaHoje } from '#lib/contract/online-classes.schema.ts';
import { AGENDA_DAYS } from '#lib/rules/pedagogico/week-agenda.ts';
import { dayAround } from '#lib/rules/practice/study-day.ts';
import { shiftDay } from '#lib/rules/time/days.ts';
import { DAY_MS } from '#lib/rules/time/spans.ts';
import { dayIn } from '#lib/rules/time/zones.ts';
import type { Db } from '../../core/db/connection.ts';
import { isInClass } from '../../core/db/in-class.ts';
import { preparedParts } from '../../core/db/prepared-parts.ts';
import type { Ctx } from '../../core/http/ctx.ts';
import { eventOf, ticketsAround } from '../../school/travel/events.ts';
import { firstDayOf, goalParts, mondayIn, presentGoal } from '../practice/weekly-goal.ts';
import { dayCounts, presentDay } from '../practice/words-of-day.ts';
import { type Enrollment, hasLesson } from './class.ts';
import { classDays, nextTest } from './class-around.ts';
import { lastCorrection, lastGrade, unreadLevel } from './last-results.ts';
import { inOrder, type LessonRow, lessonParts } from './lessons-ahead.ts';
import { presentAula } from './present.ts';
import { lessonsAround, materialsOf, nextLesson, presenceIn } from './queries.ts';
import { readActivities } from './read-activities.ts';

/** How many days a correction or grade is shown as new. */
const NEWS_DAYS = 30;
/** How many days before a test it is shown. */
const TEST_DAYS = 3;
/** Min. number of people; with fewer, the sum would reveal one person's study. */
const MIN_CLASS = 3;
/** Max. open work on the home page. */
export const MAX_OPEN_WORK = 3;

/**
 * What a student can do now: words to review, work to submit, the week's goal, the next days, an event of today, the last
 * results.
 */
export async function readStudyDay(ctx: Ctx) {
  const now = ctx.now();
  const at = (days: number) => new Date(now.getTime() + days * DAY_MS).toISOString();
  const [instant, until, semana] = [at(0), at(AGENDA_DAYS), mondayIn(ctx)];
  const { start, end, nextEnd } = dayAround(ctx.session.timeZone, now);
  const news = at(-NEWS_DAYS);
  const today = dayIn(ctx.session.timeZone, now);
  const parts = await readParts(
    ...([ctx.db, ctx.session.userId, instant, until, firstDayOf(semana), at(-2), at(2)] as const),
    ...([start, end, nextEnd, news, news.slice(0, 10)] as const),
    ...([semana, today, shiftDay(today, TEST_DAYS)] as const),
  );
  const work = byUrgency(parts.work, instant);
  const agenda = {
    lessons: inOrder(parts)
      .filter(({ cancelada_em }) => cancelada_em === null)
      .map(presentPlanned),
    work: work.filter(({ prazo, is_late }) => !is_late && prazo < until),
  };
  return {
    ...presentDay(parts.words[0]),
    work: work.slice(0, MAX_OPEN_WORK),
    // Including the work that the list leaves out.
    work_total: work.length,
    late_total: work.filter(({ is_late }) => is_late).length,
    week: presentGoal(semana, parts),
    class_days: presentClass(parts.classDays[0]),
    test: parts.test[0] ?? null,
    agenda,
    event: eventOf(parts.tickets, instant),
    results: {
      correction: parts.corrections[0] ?? null,
      grade: parts.grades[0] ?? null,
      level: parts.levels[0] ?? null,
    },
  };
}

/** null: nobody studied, or too few people. */
const presentClass = (row: { days: number | string; people: number | string } | undefined): number | null =>
  row && Number(row.people) >= MIN_CLASS ? Number(row.days) : null;

/** A planned lesson: of a class, or a make-up lesson. */
const presentPlanned = ({ turma_id, titulo, turma, inicio, tipo }: LessonRow) => ({
  ...{ turma_id, titulo, turma, inicio },
  online: tipo === 'online',
});

/**
 * Unsubmitted work with a deadline: overdue work first, the newest before the others, then by the nearest deadline. Work that
 * accepts no files is left out after its deadline.
 */
function byUrgency(rows: readonly WorkRow[], now: string) {
  const work = rows.flatMap(({ prazo, ...row }) => (prazo === null ? [] : [{ ...row, prazo, is_late: prazo < now }]));
  const [late, ahead] = [work.filter(({ is_late }) => is_late), work.filter(({ is_late }) => !is_late)];
  return [...late.toReversed(), ...ahead];
}

const unanswered = (db: Db, userId: number, now: string) =>
  db
    .selectFrom('turma_alunos')
    .innerJoin('turmas', 'turmas.id', 'turma_alunos.turma_id')
    .innerJoin('turma_atividades as pedida', 'pedida.turma_id', 'turmas.id')
    // A student who joined a class later has no row yet for its earlier work.
    .leftJoin('turma_aluno_atividades as dada', (join) =>
      join.onRef('dada.turma_atividade_id', '=', 'pedida.id').onRef('dada.turma_aluno_id', '=', 'turma_alunos.id'),
    )
    .where('turma_alunos.user_id', '=', userId)
    .where(isInClass)
    .where('turmas.status', '=', 'ativa')
    .where('pedida.tipo', '!=', 'presenca')
    .where(({ eb, or }) => or([eb('pedida.prazo', '>=', now), eb('pedida.aceita_envio', '=', true)]))
    .where('dada.corrigida_em', 'is', null)
    .where(({ eb, or }) => or([eb('dada.dispensada', 'is', null), eb('dada.dispensada', '=', false)]))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('atividade_arquivos as enviado')
            .select('enviado.id')
            .whereRef('enviado.turma_aluno_atividade_id', '=', 'dada.id')
            .where('enviado.kind', '=', 'envio'),
        ),
      ),
    )
    .where('pedida.prazo', 'is not', null)
    .select(['pedida.turma_id', 'pedida.id as turma_atividade_id', 'pedida.titulo', 'pedida.prazo'])
    .orderBy('pedida.prazo')
    .orderBy('pedida.id');
type WorkRow = Awaited<ReturnType<ReturnType<typeof unanswered>['executeTakeFirstOrThrow']>>;

const readParts = preparedParts(
  (
    db,
    userId: number,
    now: string,
    until: string,
    firstDay: string,
    before: string,
    after: string,
    start: string,
    end: string,
    nextEnd: string,
    news: string,
    newsDay: string,
    monday: string,
    today: string,
    testUntil: string,
  ) => ({
    words: dayCounts(db, { userId, bookId: null }, { start, end, nextEnd }),
    work: unanswered(db, userId, now),
    tickets: ticketsAround(db, userId, before, after),
    corrections: lastCorrection(db, userId, news),
    grades: lastGrade(db, userId, { news, newsDay, now }),
    levels: unreadLevel(db, userId),
    classDays: classDays(db, userId, monday),
    test: nextTest(db, userId, today, testUntil),
    ...goalParts(db, userId, firstDay),
    ...lessonParts(db, userId, now, until),
  }),
);

/**
 * Today's lesson by the school's calendar: the running one, otherwise today's next, otherwise today's last. On a day without
 * lessons the answer contains only the next one (CLASS-03).
 */
export async function readToday(db: Db, enrollment: Enrollment, now: Date): Promise<AulaHoje> {
  const { turma_id, turma_aluno_id, timezone } = enrollment;
  const today = dayIn(timezone, now);
  const [around, next] = await Promise.all([
    lessonsAround(db, turma_id, now),
    nextLesson(db, turma_id, now.toISOString()),
  ]);
  const ofToday = around.filter(
    ({ inicio }) => dayIn(timezone, new Date(inicio)) === today && hasLesson(enrollment, inicio, now),
  );
  const held = ofToday.filter(({ cancelada_em }) => cancelada_em === null);
  const aula = held.find(({ fim }) => new Date(fim) > now) ?? held.at(-1) ?? ofToday.at(-1);
  const [presence, activities, materials] = await Promise.all([
    aula && presenceIn(db, aula.id, turma_aluno_id),
    readActivities(db, enrollment, now, aula?.id ?? null),
    materialsOf(db, turma_id),
  ]);
  return {
    turma_id,
    turma_aluno_id,
    aula: aula ? presentAula(aula, now, materials) : null,
    proxima: next && hasLesson(enrollment, next.inicio, now) && next.id !== aula?.id ? presentAula(next, now) : null,
    presenca: aula ? (presence ?? { aula_id: aula.id, status: 'pendente' }) : null,
    atividades: activities.filter(({ status }) => status === 'pendente' || status === 'atrasada'),
    agora: now.toISOString(),
  };
}
