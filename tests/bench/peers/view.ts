import { readFileSync } from 'node:fs';
import SqliteDatabase from 'better-sqlite3';
import { voices } from '../../../src/lib/brand.ts';
import type { Financeiro } from '../../../src/lib/contract/finance.schema.ts';
import type { Goal } from '../../../src/lib/contract/practice.schema.ts';
import { formatDay, greeting, relativeDay, relativeTime } from '../../../src/lib/format/dates.ts';
import { formatCount, formatMoney, formatPoints } from '../../../src/lib/format/money.ts';
import { initials } from '../../../src/lib/format/text.ts';
import { formatWait } from '../../../src/lib/format/wait.ts';
import type { AnswerOf } from '../../../src/lib/page/operations.ts';
import { routes } from '../../../src/lib/routes.ts';
import { payFirst } from '../../../src/lib/rules/finance/pay-page.ts';
import { nextClassOf } from '../../../src/lib/rules/online-classes/next-class.ts';
import { resultLines } from '../../../src/lib/rules/pedagogico/result-lines.ts';
import { toDos } from '../../../src/lib/rules/pedagogico/to-dos.ts';
import { AGENDA_DAYS, weekAgenda } from '../../../src/lib/rules/pedagogico/week-agenda.ts';
import { weeksInARow } from '../../../src/lib/rules/practice/week-streak.ts';
import { daysUntil, mondayOf, shiftDay } from '../../../src/lib/rules/time/days.ts';
import { DAY_MS, HOUR_MS } from '../../../src/lib/rules/time/spans.ts';
import { dayIn } from '../../../src/lib/rules/time/zones.ts';
import { sessionCookie } from '../../../src/lib/session.ts';
import { isOffered, presentReward, type RewardRow } from '../../../src/server/club/present.ts';
import { createTokens } from '../../../src/server/identity/auth/tokens.ts';
import type { LateFeeBasis } from '../../../src/server/money/finance/amount-due.ts';
import { nationalCalendar } from '../../../src/server/money/finance/bank-days.ts';
import { presentFinance } from '../../../src/server/money/finance/present.ts';
import type { BillRow, ParcelaRow } from '../../../src/server/money/finance/queries.ts';
import { presentBook } from '../../../src/server/study/books/present.ts';
import type { BookRow } from '../../../src/server/study/books/queries.ts';
import type { booksWithUnits } from '../../../src/server/study/books/read-books.ts';
import type { LessonRow } from '../../../src/server/study/pedagogico/lessons-ahead.ts';
import { presentTurma } from '../../../src/server/study/pedagogico/present.ts';
import type { AulaRow, HorarioRow, TurmaRow } from '../../../src/server/study/pedagogico/queries.ts';
import { MAX_OPEN_WORK } from '../../../src/server/study/pedagogico/study-day.ts';
import { presentProgress } from '../../../src/server/study/practice/present.ts';
import type { Recorded } from './record.ts';

type Today = AnswerOf<'pedagogico.getToday'>;

// The data that peers show: read by the queries of our own dashboard, recorded by `record.ts`, with our texts.
// Peers load this file at run time, so it is not bundled.
const { DATABASE = '', SECRET = '', QUERIES = '' } = process.env;
const tokens = createTokens(SECRET);
const file = new SqliteDatabase(DATABASE, { readonly: true, fileMustExist: true });
const recorded = JSON.parse(readFileSync(QUERIES, 'utf8')) as Recorded[];
const place = (pattern: RegExp): number => {
  const found = recorded.filter(({ sql }) => pattern.test(sql));
  const [first] = found;
  if (!first) throw new Error(`The dashboard asks nothing like ${pattern}`);
  const other = found.find(({ sql }) => sql !== first.sql);
  if (other) throw new Error(`The dashboard asks two things like ${pattern}:\n${first.sql}\n${other.sql}`);
  return recorded.indexOf(first);
};
/** The goal of a student who chose none. */
const USUAL_DAYS = 3;
const session = place(/"ended_tokens"/);
const prepared = recorded.map(({ sql, values, ofToken }) => ({ statement: file.prepare(sql), values, ofToken }));
if (!prepared[session]?.ofToken.length) throw new Error('The session is read without its token');
/** The statements of the dashboard, and their columns with JSON. */
const at = {
  user: [place(/"guardian_requests"/), 'user'],
  classes: [place(/as "first"/), 'classes'],
  hours: [place(/as "first"/), 'horarios'],
  lessons: [place(/as "first"/), 'next'],
  given: [place(/as "first"/), 'held'],
  books: [place(/from "user_books" inner join "unidades"/), 'books'],
  units: [place(/from "user_books" inner join "unidades"/), 'units'],
  words: [place(/from "metas_semanais"/), 'words'],
  work: [place(/from "metas_semanais"/), 'work'],
  planned: [place(/from "metas_semanais"/), 'own'],
  replacements: [place(/from "metas_semanais"/), 'replacing'],
  corrections: [place(/from "metas_semanais"/), 'corrections'],
  grades: [place(/from "metas_semanais"/), 'grades'],
  goal: [place(/from "metas_semanais"/), 'goal'],
  studied: [place(/from "metas_semanais"/), 'days'],
  contracts: [place(/from "contratos"/), 'contracts'],
  bills: [place(/from "contratos"/), 'installments'],
  trip: [place(/from "contratos"/), 'trip'],
  school: [place(/from "contratos"/), 'units'],
  balance: [place(/from "point_balances"/), 'balance'],
  lots: [place(/from "point_balances"/), 'soon'],
  rewards: [place(/from "point_balances"/), 'rewards'],
  notices: [place(/"read_at" from "notices"/), 'items'],
  unread: [place(/"read_at" from "notices"/), 'unread'],
} as const;

interface Rows {
  user: { full_name: string; timezone: string };
  classes: TurmaRow;
  hours: HorarioRow;
  lessons: AulaRow;
  given: { turma_id: number; held: number };
  books: BookRow;
  units: Awaited<ReturnType<typeof booksWithUnits>>[number]['units'][number];
  words: { words: number };
  work: Omit<Today['work'][number], 'is_late'>;
  planned: LessonRow;
  replacements: LessonRow;
  corrections: NonNullable<Today['results']['correction']>;
  grades: NonNullable<Today['results']['grade']>;
  goal: { dias_por_semana: number };
  studied: { dia: string };
  contracts: Financeiro['contratos'][number];
  bills: ParcelaRow & Partial<BillRow>;
  trip: ParcelaRow & Partial<BillRow>;
  school: LateFeeBasis['terms'];
  balance: { saldo: number };
  lots: { expira_em: string; pontos: number };
  rewards: RewardRow;
  notices: { id: number; title: string; body: string; path: string; created_at: string; read_at: string | null };
  unread: { unread: number };
}
type Read = <K extends keyof Rows>(name: K) => Rows[K][];
interface Moment {
  now: Date;
  timeZone: string;
  /** `YYYY-MM-DD` */
  today: string;
}

/** Ana's dashboard. @returns null without a session. @throws for a student who lacks a class, a book or an overdue bill. */
export async function dashboardOf(token: string | undefined) {
  const now = new Date();
  const claims = token ? await tokens.read(token, now) : null;
  if (!claims) return null;
  const results = prepared.map(({ statement, values, ofToken }) =>
    statement.all(ofToken.length > 0 ? values.map((value, at) => (ofToken.includes(at) ? claims.id : value)) : values),
  );
  if (results[session]?.length === 0) return null;
  const parsed = new Map<string, unknown>();
  const read: Read = (name) => {
    const [statement, part] = at[name];
    const [row] = results[statement] as Record<string, string>[];
    const rows = parsed.get(name) ?? JSON.parse(row?.[part] ?? '[]');
    parsed.set(name, rows);
    return rows as Rows[typeof name][];
  };
  const user = first(read('user'));
  const timeZone = user.timezone;
  const moment = { now, timeZone, today: dayIn(timeZone, now) };
  const firstName = user.full_name.split(' ')[0] ?? '';
  const finance = presentFinance(
    read('contracts'),
    { installments: read('bills'), trip: read('trip') },
    () => ({ today: moment.today, terms: first(read('school')), calendar: nationalCalendar }),
    () => ['pix', 'cartao'],
  );
  const today = todayOf(read, moment);
  const books = read('books').map((row) =>
    presentProgress({
      book: presentBook(row),
      units: read('units').filter(({ user_book_id }) => user_book_id === row.id),
    }),
  );
  return {
    firstName,
    fullName: user.full_name,
    initials: initials(user.full_name),
    hello: voices.knn.hello(greeting(now, timeZone), firstName),
    unread: first(read('unread')).unread,
    week: weekOf(today.week, moment.today),
    lesson: lessonOf(read, moment),
    toDos: toDos(today, books, moment),
    results: resultLines(today.results),
    agenda: agendaOf(weekAgenda(today.agenda, finance.parcelas, moment)),
    bill: billOf(finance, moment.today),
    points: pointsOf(read, moment.today),
    notices: read('notices').map(({ created_at, read_at, ...notice }) => ({
      ...notice,
      isUnread: read_at === null,
      day: relativeDay(created_at, now, timeZone),
    })),
  };
}

/** The name of the cookie whose value `dashboardOf` expects. */
export { sessionCookie };

/** Ana has no ticket for an event of today. */
function todayOf(read: Read, { now, today }: Moment): Today {
  const instant = now.toISOString();
  const until = new Date(now.getTime() + AGENDA_DAYS * DAY_MS).toISOString();
  const all = read('work').map((row) => ({ ...row, is_late: row.prazo < instant }));
  const [late, ahead] = [all.filter(({ is_late }) => is_late), all.filter(({ is_late }) => !is_late)];
  const work = [...late.toReversed(), ...ahead];
  const lessons = [...read('planned'), ...read('replacements')]
    .sort((a, b) => a.inicio.localeCompare(b.inicio) || a.id - b.id)
    .filter(({ cancelada_em }) => cancelada_em === null)
    .map(({ tipo, ...lesson }) => ({ ...lesson, online: tipo === 'online' }));
  return {
    words: first(read('words')).words,
    words_done: 0,
    words_tomorrow: 0,
    work: work.slice(0, MAX_OPEN_WORK),
    work_total: work.length,
    late_total: late.length,
    week: goalOf(read, mondayOf(today)),
    agenda: { lessons, work: ahead.filter(({ prazo }) => prazo < until) },
    event: null,
    class_days: null,
    test: null,
    // Ana has read all of them.
    results: { correction: read('corrections')[0] ?? null, grade: read('grades')[0] ?? null, level: null },
  };
}

function goalOf(read: Read, semana: string): Goal {
  const meta = read('goal')[0]?.dias_por_semana ?? USUAL_DAYS;
  const days = read('studied').map(({ dia }) => dia);
  const dias = days.filter((dia) => dia >= semana).toSorted();
  return { feitos: dias.length, meta, semana, dias, semanas_seguidas: weeksInARow(days, { meta, semana }) };
}

function weekOf({ feitos, meta, semana, dias, semanas_seguidas }: Goal, today: string) {
  return {
    days: [...'STQQSSD'].map((letter, index) => {
      const day = shiftDay(semana, index);
      return { day, letter, isStudied: dias.includes(day), isToday: day === today };
    }),
    count: `${feitos} de ${meta} ${meta === 1 ? 'dia' : 'dias'}`,
    isReached: feitos >= meta,
    row: semanas_seguidas > 1 ? `· ${semanas_seguidas} semanas seguidas` : null,
  };
}

function lessonOf(read: Read, { now, timeZone }: Moment) {
  const classes = read('classes').map((row) =>
    presentTurma(
      row,
      read('hours').filter(({ turma_id }) => turma_id === row.id),
      read('lessons').find(({ turma_id }) => turma_id === row.id),
      read('given').find(({ turma_id }) => turma_id === row.id)?.held ?? 0,
      now,
    ),
  );
  const next = nextClassOf(classes, now);
  const { aula, turma, isNow } = first(next ? [next] : []);
  const isOnline = aula.tipo === 'online';
  const mode = isOnline && !/online/i.test(turma.nome) ? 'Online' : null;
  const place = isOnline ? [] : [turma.sala, turma.escola.nome];
  const wait = Date.parse(aula.inicio) - now.getTime();
  const left = wait < 12 * HOUR_MS ? ` · em ${formatWait(wait / 1000)}` : '';
  return {
    when: isNow ? 'Acontecendo agora' : `Próxima: ${relativeTime(aula.inicio, now, timeZone)}${left}`,
    title: aula.titulo,
    group: [`${turma.nome} com ${turma.professor.nome}`, mode, ...place].filter(Boolean).join(' · '),
    photo: turma.professor.foto_url,
    href: isOnline ? routes.onlineClasses.details(turma.id) : routes.pedagogico.list(),
    meeting: aula.link_reuniao,
  };
}

const kinds = { lesson: 'Aula', work: 'Entrega', bill: 'Vence' };

const agendaOf = (days: ReturnType<typeof weekAgenda>) =>
  days.map(({ entries, ...day }) => ({
    ...day,
    entries: entries.map(({ clock, ...entry }) => ({
      ...entry,
      kindName: kinds[entry.kind],
      clock: clock && (entry.kind === 'work' ? `até ${clock}` : clock),
    })),
  }));

function billOf(finance: ReturnType<typeof presentFinance>, today: string) {
  const { overdue, bills } = payFirst(finance);
  return {
    overdue: formatMoney(finance.resumo.vencido_centavos),
    late: `Em atraso: venceu há ${daysUntil(first(overdue).vencimento, today)} dias`,
    href: routes.finance.pay(bills.map(({ id }) => id)),
  };
}

function pointsOf(read: Read, today: string) {
  const { saldo } = first(read('balance'));
  const lot = first(read('lots'));
  const rewards = read('rewards')
    .filter((row) => isOffered(row, today))
    .map((row) => presentReward(row, saldo, today));
  const near = first(
    rewards.filter(({ falta_pontos }) => falta_pontos > 0).sort((a, b) => a.falta_pontos - b.falta_pontos),
  );
  return {
    count: formatCount(saldo),
    balance: formatPoints(saldo),
    ending: `${formatPoints(lot.pontos)} até ${formatDay(lot.expira_em).slice(0, 5)}`,
    missing: `Faltam ${formatPoints(near.falta_pontos)} para ${near.nome}`,
  };
}

function first<T>(rows: readonly T[]): T {
  const [row] = rows;
  if (row === undefined) throw new Error('A row of the dashboard is missing');
  return row;
}
