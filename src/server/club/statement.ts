import type { Transaction } from '#lib/contract/club.schema.ts';
import { formatDay } from '#lib/format/dates.ts';
import { monthSums } from '#lib/rules/lists/month-sums.ts';
import { addMonths, shiftDay } from '#lib/rules/time/days.ts';
import { dayIn, monthIn } from '#lib/rules/time/zones.ts';
import type { Db } from '../core/db/connection.ts';
import { csv } from '../core/http/csv.ts';
import { startOfDay } from './calendar.ts';
import type { ClubFigures } from './figures.ts';
import type { Member } from './manage-members.ts';
import type { EntryRow } from './points.ts';
import { presentEntry } from './present.ts';
import { balanceOf } from './queries.ts';

interface StatementFilter {
  tipo?: Transaction['tipo'];
  /** A range of days of the school, both included. */
  de?: string;
  ate?: string;
}

interface Window {
  limit: number;
  offset: number;
  /** Only entries older than this one, instead of `offset`. */
  antes_de?: number;
}

/**
 * One page of a member's entries, the newest first. With `antes_de` each page costs the same, and new entries do not
 * shift the pages.
 */
export async function readStatement(
  db: Db,
  userId: number,
  timeZone: string,
  { limit, offset, antes_de, ...filter }: StatementFilter & Window,
) {
  const found = entriesOf(db, userId, timeZone, filter);
  const page = antes_de === undefined ? found.offset(offset) : found.where('id', '<', antes_de);
  const [rows, balance, total] = await Promise.all([
    page.limit(limit + 1).execute(),
    balanceOf(db, userId),
    countEntries(db, userId, timeZone, filter),
  ]);
  const items = rows.slice(0, limit);
  const meses = await sumsOf(db, userId, timeZone, filter, items);
  return {
    meses,
    saldo: balance?.saldo ?? 0,
    lancamentos: {
      items: items.map(presentEntry),
      total: total ?? balance?.lancamentos ?? 0,
      limit,
      offset: antes_de === undefined ? offset : 0,
    },
    proximo: rows.length > limit ? (items.at(-1)?.id ?? null) : null,
  };
}

/** The sums of the months of a page. */
async function sumsOf(db: Db, userId: number, timeZone: string, filter: StatementFilter, items: readonly EntryRow[]) {
  const monthOf = ({ criado_em }: Pick<EntryRow, 'criado_em'>) => monthIn(timeZone, criado_em);
  const months = items.map(monthOf).toSorted();
  const [first, last] = [months[0], months.at(-1)];
  if (!first || !last) return [];
  const all = await filtered(db, userId, timeZone, filter)
    .select(['criado_em', 'pontos'])
    .where('status', '=', 'confirmada')
    .where('criado_em', '>=', startOfDay(`${first}-01`, timeZone))
    .where('criado_em', '<', startOfDay(addMonths(`${last}-01`, 1), timeZone))
    .execute();
  return monthSums(items, all, monthOf, ({ pontos }) => pontos);
}

/** All entries of a filter, the newest first. */
export const readEntries = (db: Db, userId: number, timeZone: string, filter: StatementFilter): Promise<EntryRow[]> =>
  entriesOf(db, userId, timeZone, filter).execute();

const entriesOf = (db: Db, userId: number, timeZone: string, filter: StatementFilter) =>
  filtered(db, userId, timeZone, filter).selectAll().orderBy('id', 'desc');

function filtered(db: Db, userId: number, timeZone: string, { tipo, de, ate }: StatementFilter) {
  let query = db.selectFrom('point_entries').where('user_id', '=', userId);
  if (tipo) query = query.where('tipo', '=', tipo);
  if (de) query = query.where('criado_em', '>=', startOfDay(de, timeZone));
  if (ate) query = query.where('criado_em', '<', startOfDay(shiftDay(ate, 1), timeZone));
  return query;
}

/** @returns null without a filter: that count is stored with the balance. */
async function countEntries(db: Db, userId: number, timeZone: string, filter: StatementFilter) {
  if (Object.values(filter).every((value) => value === undefined)) return null;
  const { count } = await filtered(db, userId, timeZone, filter)
    .select(({ fn }) => fn.countAll<number | string>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** A statement of points. @param timeZone of the school, for the days */
export const pointsCsv = (entries: readonly Transaction[], timeZone: string): string =>
  csv([
    ['Data', 'Tipo', 'Descrição', 'Pontos', 'Saldo', 'Vale até', 'Situação', 'Nota'],
    ...entries.map((each) => [
      formatDay(dayIn(timeZone, new Date(each.criado_em))),
      each.tipo === 'credito' ? 'Crédito' : 'Débito',
      each.descricao,
      each.pontos,
      each.saldo_apos,
      each.expira_em ? formatDay(each.expira_em) : '',
      { confirmada: 'Confirmado', pendente: 'Pendente', cancelada: 'Cancelado' }[each.status],
      each.nota ?? '',
    ]),
  ]);

export const figuresCsv = ({ meses }: ClubFigures): string =>
  csv([
    ['Mês', 'Membros', 'Pontos emitidos', 'Pontos trocados', 'Pontos vencidos', 'Saldo dos membros'],
    ...meses.map(({ mes, membros, emitidos, resgatados, expirados, passivo }) => [
      `${mes.slice(5)}/${mes.slice(0, 4)}`,
      membros,
      emitidos,
      resgatados,
      expirados,
      passivo,
    ]),
  ]);

/** @param timeZone of the school, for the days */
export const membersCsv = (members: readonly Member[], timeZone: string): string =>
  csv([
    ['Nome', 'E-mail', 'Unidade', 'No clube', 'Desde', 'Saldo', 'Lançamentos'],
    ...members.map(({ full_name, email, school_name, is_club, desde, saldo, lancamentos }) => [
      full_name,
      email,
      school_name,
      is_club ? 'Sim' : 'Não',
      desde ? formatDay(dayIn(timeZone, new Date(desde))) : '',
      saldo,
      lancamentos,
    ]),
  ]);
