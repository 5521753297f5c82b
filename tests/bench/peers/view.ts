import { readFileSync } from 'node:fs';
import SqliteDatabase from 'better-sqlite3';
import { formatDay, greeting, relativeDay, relativeTime } from '../../../src/lib/format/dates.ts';
import { formatMoney, formatPoints } from '../../../src/lib/format/money.ts';
import { initials } from '../../../src/lib/format/text.ts';
import { routes } from '../../../src/lib/routes.ts';
import { payFirst } from '../../../src/lib/rules/finance/pay-page.ts';
import { dayIn } from '../../../src/lib/rules/time/zones.ts';
import { sessionCookie } from '../../../src/lib/session.ts';
import { createTokens } from '../../../src/server/auth/tokens.ts';
import type { Reckoning } from '../../../src/server/finance/amount-due.ts';
import { presentFinance } from '../../../src/server/finance/present.ts';
import type { BillRow, ParcelaRow } from '../../../src/server/finance/queries.ts';
import { currentUnit, sumProgress, type UnitProgress } from '../../../src/server/practice/progress.ts';
import type { Recorded } from './record.ts';

// What the peers show: read by the queries of our own dashboard, as `record.ts` wrote them down, in our own words.
// Peers load this file when they run, so their bundlers leave it alone.
const { DATABASE = '', SECRET = '', QUERIES = '' } = process.env;
const tokens = createTokens(SECRET);
const file = new SqliteDatabase(DATABASE, { readonly: true, fileMustExist: true });
const recorded = JSON.parse(readFileSync(QUERIES, 'utf8')) as Recorded[];
const place = (pattern: RegExp): number => {
  const index = recorded.findIndex(({ sql }) => pattern.test(sql));
  if (index < 0) throw new Error(`The dashboard asks nothing like ${pattern}`);
  return index;
};
const session = place(/"ended_tokens"/);
const prepared = recorded.map(({ sql, values }) => ({ statement: file.prepare(sql), values }));
const at = {
  user: place(/from "users" .*"guardian_requests"/),
  classes: place(/from "turma_alunos"/),
  lessons: place(/from "aulas" .*as "first"/),
  books: place(/from "user_books" inner join "livros"/),
  units: place(/from "user_books" inner join "unidades"/),
  bills: place(/from "parcelas" .*"usa_pagamento_id" is null/),
  school: place(/"multa_bps"/),
  balance: place(/from "point_balances"/),
  lots: place(/from "point_lots"/),
  rewards: place(/from "rewards"/),
  notices: place(/from "notices" .* limit /),
  unread: place(/count\(\*\) as "unread"/),
};

interface Rows {
  user: { full_name: string; timezone: string };
  classes: { id: number; nome: string; professor_nome: string };
  lessons: { turma_id: number; titulo: string; inicio: string };
  books: { id: number; nome: string };
  units: UnitProgress & { user_book_id: number };
  bills: ParcelaRow & Partial<BillRow>;
  school: Reckoning['terms'];
  balance: { saldo: number };
  lots: { expira_em: string; pontos: number };
  rewards: { nome: string; pontos: number };
  notices: { id: number; title: string; body: string; path: string; created_at: string; read_at: string | null };
  unread: { unread: number };
}
type Read = <K extends keyof Rows>(name: K) => Rows[K][];

/** Ana's dashboard. @returns null without a session. @throws for a student who lacks a class, a book or a bill. */
export async function dashboardOf(token: string | undefined) {
  const now = new Date();
  const claims = token ? await tokens.read(token, now) : null;
  if (!claims) return null;
  const owner = [claims.id, claims.bookId ?? 0, claims.userId];
  const results = prepared.map(({ statement, values }, index) =>
    statement.all(...(index === session ? [owner] : values)),
  );
  if (results[session]?.length === 0) return null;
  const read: Read = (name) => results[at[name]] as Rows[typeof name][];
  const user = first(read('user'));
  return {
    firstName: user.full_name.split(' ')[0],
    fullName: user.full_name,
    initials: initials(user.full_name),
    greeting: greeting(now, user.timezone),
    unread: first(read('unread')).unread,
    lesson: lessonOf(read, now, user.timezone),
    book: bookOf(read),
    bill: billOf(read, dayIn(user.timezone, now)),
    points: pointsOf(read),
    notices: read('notices').map(({ created_at, read_at, ...notice }) => ({
      ...notice,
      isUnread: read_at === null,
      day: relativeDay(created_at, now, user.timezone),
    })),
  };
}

/** The name of the cookie that `dashboardOf` wants the value of. */
export { sessionCookie };

function lessonOf(read: Read, now: Date, timeZone: string) {
  const lesson = first(read('lessons').toSorted((a, b) => a.inicio.localeCompare(b.inicio)));
  const own = first(read('classes').filter(({ id }) => id === lesson.turma_id));
  return {
    when: relativeTime(lesson.inicio, now, timeZone),
    title: lesson.titulo.replace(/(?<=\p{L})-(?=\p{L})/gu, '\u2011'),
    group: `${own.nome} com ${own.professor_nome}`,
    href: routes.onlineClasses.details(own.id),
  };
}

function bookOf(read: Read) {
  const book = first(read('books'));
  const units = read('units').filter(({ user_book_id }) => user_book_id === book.id);
  const { percentual, unidades_concluidas, unidades_total } = sumProgress(units);
  const unit = currentUnit(units);
  return {
    name: book.nome,
    percent: percentual,
    done: `${unidades_concluidas} de ${unidades_total} unidades`,
    unit: `Unidade ${unit?.numero} · ${unit?.titulo}`,
    href: routes.pedagogico.practice(book.id, { unidade: unit?.numero }),
  };
}

function billOf(read: Read, today: string) {
  const finance = presentFinance([], { instalments: read('bills') }, { today, terms: first(read('school')) }, true);
  const { overdue, next, bills } = payFirst(finance);
  const oldest = first(overdue);
  return {
    overdue: formatMoney(finance.resumo.vencido_centavos),
    day: formatDay(oldest.vencimento),
    what: oldest.descricao,
    next: next && `${formatDay(next.pagar_ate ?? next.vencimento)}, ${formatMoney(next.valor_atualizado_centavos)}`,
    href: routes.finance.pay(bills.map(({ id }) => id)),
  };
}

function pointsOf(read: Read) {
  const { saldo } = first(read('balance'));
  const lot = first(read('lots'));
  const near = first(read('rewards').filter(({ pontos }) => pontos > saldo));
  return {
    balance: formatPoints(saldo),
    ending: `${formatPoints(lot.pontos)} até ${formatDay(lot.expira_em).slice(0, 5)}`,
    missing: `Faltam ${formatPoints(near.pontos - saldo)} para ${near.nome}`,
  };
}

function first<T>(rows: readonly T[]): T {
  const [row] = rows;
  if (row === undefined) throw new Error('A row of the dashboard is missing');
  return row;
}
