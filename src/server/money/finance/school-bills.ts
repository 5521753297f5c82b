import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import type { BillState } from '#lib/contract/finance.schema.ts';
import { stepsOf } from '#lib/rules/finance/reminder-steps.ts';
import { MAX_COUNTED } from '#lib/rules/lists/list-query.ts';
import { dayIn, zoneOr } from '#lib/rules/time/zones.ts';
import { officeMessages } from '#lib/words/finance-office.ts';
import type { Db } from '../../core/db/connection.ts';
import type { Zoned } from '../../core/db/people.ts';
import { pageByName } from '../../core/db/people-by-name.ts';
import { listed } from '../../core/db/reach.ts';
import { unitState } from '../../core/db/units.ts';
import { type Reach, within } from '../../core/http/access.ts';
import { notFound } from '../../core/http/refusal.ts';
import type { LateFeeBasis } from './amount-due.ts';
import { bankDayBefore, calendarsOf } from './bank-days.ts';
import { bills } from './queries.ts';

export interface ReachedUnit {
  id: number;
  nome: string;
  basis: LateFeeBasis;
  /** The reminder steps of its school. */
  passos: { passo: number; dias: number }[];
}

/** A unit, or null for bills without one, and its basis. */
export interface LateUnit {
  id: number | null;
  basis: Pick<LateFeeBasis, 'today' | 'calendar'>;
}

/** The units of a reach by name, each with its day, its terms for late bills and its holidays. */
export async function unitsOf(db: Db, reach: Reach, { SCHOOL_TIME_ZONE }: Zoned, at: Date): Promise<ReachedUnit[]> {
  const rows = await db
    .selectFrom('companies')
    .innerJoin('schools', 'schools.id', 'companies.escola_id')
    .select(['companies.id', 'companies.escola_id', 'companies.nome', 'companies.timezone', unitState.as('uf')])
    .select('schools.lembretes')
    .select(['companies.multa_bps', 'companies.juros_bps', 'companies.carencia_dias', 'companies.termos_antes'])
    .$call(within(reach))
    .orderBy('companies.nome')
    .orderBy('companies.id')
    .execute();
  const calendarOf = await calendarsOf(db, rows);
  return rows.map(({ id, nome, timezone, lembretes, ...terms }) => {
    const today = dayIn(zoneOr(timezone, SCHOOL_TIME_ZONE), at);
    const passos = stepsOf(lembretes).map(({ passo, dias }) => ({ passo, dias }));
    return { id, nome, basis: { today, terms, calendar: calendarOf(id) }, passos };
  });
}

/** Bills of units, with the charged amounts. */
export const unitBills = (db: Db) => bills(db).innerJoin('companies', 'companies.id', 'parcelas.company_id');

type Bills = ReturnType<typeof unitBills>;
type Row = Bills extends SelectQueryBuilder<infer _DB, infer _TB, infer Each> ? Each : never;
export type SchoolBillRow = Row & {
  aluno: string;
  unit_id: number;
  unidade: string;
  /** The person if their reminders are paused, and until when; null: without end. */
  pausa_de: number | null;
  pausa_ate: string | null;
};

/** As above with names, for a list. */
export const namedBills = (db: Db) =>
  unitBills(db)
    .innerJoin('users', 'users.id', 'parcelas.user_id')
    .leftJoin('reminder_pauses', 'reminder_pauses.user_id', 'parcelas.user_id')
    .select(['users.full_name as aluno', 'companies.id as unit_id', 'companies.nome as unidade'])
    .select(['reminder_pauses.user_id as pausa_de', 'reminder_pauses.ate as pausa_ate']);

/** @throws Refusal 404, also for another unit's bill. */
export async function billInReach(db: Db, reach: Reach, id: number): Promise<SchoolBillRow> {
  const row = await namedBills(db).where('parcelas.id', '=', id).$call(within(reach)).executeTakeFirst();
  if (!row) throw notFound(officeMessages.unknownHere);
  return row;
}

/** People, by words of their name, who have bills in a reach: a person who moved may still owe the former unit. */
export async function peopleWithBills(
  db: Db,
  reach: Reach,
  q: string,
  which: RawBuilder<boolean> = sql`1 = 1`,
): Promise<number[]> {
  const { units } = reach;
  const { ids } = await pageByName(db, {
    reach: { ...reach, units: null },
    q,
    among: ({ exists, selectFrom }) =>
      exists(
        selectFrom('parcelas')
          .select('parcelas.id')
          .whereRef('parcelas.user_id', '=', 'users.id')
          .$if(units !== null, (bill) => bill.where('parcelas.company_id', 'in', listed(units ?? [])))
          .where(which),
      ),
    limit: MAX_COUNTED,
    offset: 0,
  });
  return ids;
}

/** Literally the condition of the list's partial index. */
export const isOpen = sql<boolean>`parcelas.status not in ('paga', 'cancelada')`;
const statusOf = {
  abertas: null,
  vencidas: ['aberta'],
  pagas: ['paga'],
  canceladas: ['cancelada'],
  todas: null,
} as const satisfies Record<BillState | 'todas', readonly string[] | null>;

/**
 * Bills of some units; null for bills without a unit. `1 = 0` makes SQLite skip the index by unit, which would need a sort of all
 * open bills to show the first. PostgreSQL removes it, and so keeps the statistics of the column; for an expression over the
 * column it would estimate too few rows, and sort them.
 */
function ofUnits(ids: readonly (number | null)[]) {
  const known = sql`parcelas.company_id in (${sql.join(listed(ids.flatMap((id) => id ?? [])))})`;
  return sql`(${known} or ${ids.includes(null) ? sql`parcelas.company_id is null or` : sql``} 1 = 0)`;
}

/**
 * Whether a bill of some units is late, on the day of its unit: due by the last banking day before. A sale keeps its own day. The
 * same as `statusOf`, as a condition on `parcelas`.
 */
export function isLate(units: readonly LateUnit[]) {
  const days = Map.groupBy(
    units.map(({ id, basis: { today, calendar } }) => ({ id, today, before: bankDayBefore(today, calendar) })),
    ({ today, before }) => `${today} ${before}`,
  );
  const isSale = sql`(parcelas.pedido_id is not null or parcelas.cambio_id is not null)`;
  const parts = [...days.values()].map((alike) => {
    const ids = alike.map(({ id }) => id);
    const [{ today, before } = { today: '', before: '' }] = alike;
    return sql`(${ofUnits(ids)} and parcelas.vencimento < ${today}
      and (parcelas.vencimento <= ${before} or ${isSale}))`;
  });
  return parts.length === 0
    ? sql<boolean>`1 = 0`
    : sql<boolean>`(parcelas.status = 'aberta' and (${sql.join(parts, sql` or `)}))`;
}

export interface BillFilter {
  estado?: BillState;
  /** Of the due day, `YYYY-MM`. */
  mes?: string | null;
  /** Only these people. */
  userIds?: readonly number[];
  /** The number of the last sent step, or a promise or pause. */
  lembrete?: string;
  automatico?: 'ativo' | 'falhou';
}

/** A condition for bills with Pix Automático: active in their contract, or their last debit failed. */
function debitedBy(automatico: 'ativo' | 'falhou'): RawBuilder<boolean> {
  if (automatico === 'ativo')
    return sql`exists (select 1 from pix_authorizations as one where one.contrato_id = parcelas.contrato_id
      and one.company_id = parcelas.company_id and one.status = 'ativa')`;
  return sql`(parcelas.status = 'aberta' and exists (select 1 from charge_items as item
    join charges on charges.id = item.charge_id where item.parcela_id = parcelas.id and charges.autorizacao_id is not null
    and (charges.motivo <> 'pagador' or (charges.status = 'ativa' and charges.debito_tentativas > 0))))`;
}

/** A condition for bills beside unit, state and month. */
export const heldBy = ({ lembrete, automatico }: BillFilter, units: readonly LateUnit[]): RawBuilder<boolean>[] => [
  ...(lembrete ? [remindedBy(lembrete, units)] : []),
  ...(automatico ? [debitedBy(automatico)] : []),
];

/** A condition for bills by their reminders. */
function remindedBy(lembrete: string, units: readonly LateUnit[]): RawBuilder<boolean> {
  // Zones differ by some hours: the day of the first unit is precise enough for a filter.
  const today = units[0]?.basis.today ?? '';
  if (lembrete === 'promessa') return sql`(parcelas.prometida_para >= ${today} and parcelas.status = 'aberta')`;
  if (lembrete === 'quebrada') return sql`(parcelas.prometida_para < ${today} and parcelas.status = 'aberta')`;
  if (lembrete === 'pausa')
    return sql`exists (select 1 from reminder_pauses as held where held.user_id = parcelas.user_id
      and (held.ate is null or held.ate >= ${today}))`;
  return sql`(select sent.passo from bill_reminders as sent where sent.parcela_id = parcelas.id
    and sent.vencimento = parcelas.vencimento and sent.passo is not null order by sent.dia desc limit 1)
    = ${Number(lembrete)}`;
}

/** A condition for bills: units, a state and a month. */
export function matching(units: readonly ReachedUnit[], filter: BillFilter) {
  const { estado, mes, userIds } = filter;
  const among = (column: string, values: readonly (string | number)[]) =>
    sql`${sql.ref(column)} in (${sql.join(values)})`;
  const statuses = statusOf[estado ?? 'todas'];
  const parts = [
    ofUnits(units.map(({ id }) => id)),
    ...(estado === 'abertas' || estado === 'vencidas' ? [isOpen] : []),
    ...(statuses ? [among('parcelas.status', statuses)] : []),
    ...(mes ? [sql`parcelas.vencimento between ${`${mes}-01`} and ${`${mes}-31`}`] : []),
    ...(userIds ? [among('parcelas.user_id', [-1, ...userIds])] : []),
    ...(estado === 'vencidas' ? [isLate(units)] : []),
    ...heldBy(filter, units),
  ];
  return sql<boolean>`(${sql.join(parts, sql` and `)})`;
}
