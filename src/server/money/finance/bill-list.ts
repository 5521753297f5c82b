import { sql } from 'kysely';
import type { BillState } from '#lib/contract/finance.schema.ts';
import { monthTitle } from '#lib/format/dates.ts';
import { formatPhone } from '#lib/format/documents.ts';
import { addMonths } from '#lib/rules/time/days.ts';
import { dayIn } from '#lib/rules/time/zones.ts';
import type { Db } from '../../core/db/connection.ts';
import { cutPage, type Order, pageAfter } from '../../core/db/keyset.ts';
import { isPostgres } from '../../core/db/locking.ts';
import { enrolled, type Zoned } from '../../core/db/people.ts';
import { listed } from '../../core/db/reach.ts';
import { foldSlots } from '../../core/db/slot-sums.ts';
import { NO_OPEN_BILLS, OPEN_BILL_KEY, OPEN_BILL_SUMS, OPEN_BILLS } from '../../core/db/triggers/open-bill-sums.ts';
import { type Reach, within } from '../../core/http/access.ts';
import type { Ctx, School } from '../../core/http/ctx.ts';
import type { Schema } from '../../tables.ts';
import { methodsOf, type PaymentMethod } from './accounts.ts';
import { amountDue, type LateFeeBasis } from './amount-due.ts';
import { purposeOf } from './bill-kinds.ts';
import { payerPhones } from './contract-payer.ts';
import { statusOf } from './present.ts';
import { bills, type ParcelaRow } from './queries.ts';
import {
  type BillFilter,
  heldBy,
  matching,
  namedBills,
  peopleWithBills,
  type ReachedUnit,
  type SchoolBillRow,
  unitsOf,
} from './school-bills.ts';

interface Query {
  estado?: BillState;
  mes?: string;
  unidade?: number;
  aluno?: number;
  q?: string;
  lembrete?: string;
  automatico?: 'ativo' | 'falhou';
  limit: number;
  depois?: string | undefined;
}

/** Bills that the staff reaches, with sums. Open ones come by due day; paid ones the newest first. */
export async function listSchoolBills(ctx: Ctx, query: Query) {
  const { db, database, reach, config, now } = ctx;
  const { limit, depois, estado, lembrete, automatico } = query;
  const all = await unitsOf(db, reach, config, now());
  const units = query.unidade === undefined ? all : all.filter(({ id }) => id === query.unidade);
  const userIds = await peopleOf(ctx, reach, query);
  const isOpen = estado === 'abertas' || estado === 'vencidas';
  // Settled bills grow without limit, so they are listed by month, except for individual people.
  const mes = query.mes ?? (isOpen || userIds ? null : (all[0]?.basis.today ?? '').slice(0, 7));
  const filter = { estado, mes, userIds, lembrete, automatico };
  const direction = isOpen || estado === undefined ? 'asc' : 'desc';
  const order: Order = [
    ['parcelas.vencimento', direction],
    ['parcelas.id', direction],
  ];
  const [aluno, { total, ...somas }, atrasadas, found] = await Promise.all([
    studentOf(ctx, reach, query.aluno),
    sumBills(database.longReads, units, filter),
    countLate(database.longReads, units, { mes: query.mes, userIds, lembrete, automatico }),
    pageAfter(namedBills(db).where(matching(units, filter)), order, { depois, limit }).execute(),
  ]);
  const { rows, next } = cutPage(found, limit, ({ vencimento, id }) => [vencimento, id]);
  const methods = await methodsOf(ctx);
  const owed = rows.flatMap(({ status, contrato_id }) => (status === 'aberta' ? [contrato_id] : []));
  const reminded = await lastReminders(db, rows);
  const phones = await payerPhones(db, owed, all[0]?.basis.today ?? '');
  const bases = new Map(units.map(({ id, basis }) => [id, basis]));
  return {
    items: rows.map((row) => ({
      ...presentSchoolBill(row, bases.get(row.unit_id) as LateFeeBasis),
      ...writtenPhone(row.status === 'aberta' ? phones.get(row.contrato_id) : null),
      pode: openPowers(row, methods(row)),
      lembrete: presentReminder(row, reminded, (bases.get(row.unit_id) as LateFeeBasis).today),
    })),
    total,
    next,
    mes,
    /** That month and its neighbours, the latest first. */
    meses: monthsBeside(mes ?? dayIn(ctx.session.timeZone, now()).slice(0, 7)),
    somas,
    atrasadas,
    aluno,
    unidades: all.map(({ id, nome }) => ({ id, nome })),
    passos: all[0]?.passos ?? [],
  };
}

const monthsBeside = (shown: string) =>
  Array.from({ length: 13 }, (_, at) => {
    const mes = addMonths(`${shown}-01`, 6 - at).slice(0, 7);
    return { mes, nome: monthTitle(mes) };
  });

/** What the office may do with an open bill. @param methods the payment methods in the portal */
export function openPowers(row: SchoolBillRow, methods: readonly PaymentMethod[]) {
  const receber = row.status === 'aberta' && row.cambio_id === null;
  return {
    receber,
    mudar: row.status === 'aberta' && purposeOf(row) === null,
    /** Send a link to pay. */
    link: receber && methods.length > 0,
  };
}

/** The payer's telephone while something is owed: digits, and formatted. */
export const writtenPhone = (telefone: string | null = null) => ({
  telefone,
  telefone_escrito: telefone && formatPhone(telefone),
});

/** A student in reach, or one who moved away and has bills in reach. */
async function studentOf({ db }: Ctx, reach: Reach, id: number | undefined) {
  if (id === undefined) return null;
  const found = enrolled(db).select(['users.id', 'users.full_name as nome']).where('users.id', '=', id);
  const left = namedBills(db).clearSelect().select(['users.id', 'users.full_name as nome']);
  const here = await found.$call(within(reach)).executeTakeFirst();
  if (here) return { ...here, saiu: false };
  const gone = await left.where('parcelas.user_id', '=', id).$call(within(reach)).limit(1).executeTakeFirst();
  return gone ? { ...gone, saiu: true } : null;
}

/** The people matched by a search; undefined without a search. */
async function peopleOf({ db }: Ctx, reach: Reach, { aluno, q }: Query): Promise<number[] | undefined> {
  if (aluno !== undefined) return [aluno];
  if (!q) return undefined;
  return peopleWithBills(db, reach, q);
}

/** The last reminder of each of some bills, for its current due day. */
export async function lastReminders(db: Db, rows: readonly Pick<SchoolBillRow, 'id' | 'vencimento'>[]) {
  const found = await db
    .selectFrom('bill_reminders')
    .select(['parcela_id', 'vencimento', 'dias', 'dia'])
    .where('parcela_id', 'in', listed(rows.map(({ id }) => id)))
    .orderBy('dia')
    .execute();
  return new Map(found.map(({ parcela_id, vencimento, ...sent }) => [`${parcela_id} ${vencimento}`, sent]));
}

/** The state of a bill's reminders. `dias`: of the step; null: reminded by the office. `pausa`: a pause for the person. */
export const presentReminder = (
  row: SchoolBillRow,
  sent: Awaited<ReturnType<typeof lastReminders>>,
  today: string,
) => ({
  ultimo: sent.get(`${row.id} ${row.vencimento}`) ?? null,
  prometida_para: row.status === 'aberta' ? row.prometida_para : null,
  /** The promised day is over, and the bill is open. */
  nao_cumpriu: row.status === 'aberta' && row.prometida_para !== null && row.prometida_para < today,
  pausa: row.pausa_de === null || (row.pausa_ate ?? today) < today ? null : { ate: row.pausa_ate },
});

/** A bill of any kind as the office lists it. @param basis of the unit */
export function presentSchoolBill(row: SchoolBillRow, basis: LateFeeBasis) {
  const { desconto, multa, juros, total } = amountDue(row, basis);
  return {
    id: row.id,
    tipo: purposeOf(row)?.kind ?? ('curso' as const),
    descricao: row.descricao,
    aluno: { id: row.user_id, nome: row.aluno },
    unidade: { id: row.unit_id, nome: row.unidade },
    vencimento: row.vencimento,
    /** The day of the unit. */
    hoje: basis.today,
    status: statusOf(row, basis),
    valor_centavos: row.valor_centavos,
    desconto_centavos: desconto,
    /** The part of the discount that comes from the club. */
    credito_centavos: row.credito_centavos,
    multa_centavos: multa,
    juros_centavos: juros,
    /** What is due today, or was paid. */
    total_centavos: total,
    pago_em: row.pago_em,
    forma: row.forma,
  };
}

/** Fine and interest of a bill that is paid or being paid; for older charges, the amount above the value. */
const charged = sql`coalesce(charge_items.multa_centavos + charge_items.juros_centavos,
  case when charge_items.valor_centavos is null then parcelas.multa_centavos + parcelas.juros_centavos
    when charge_items.valor_centavos > parcelas.valor_centavos then charge_items.valor_centavos - parcelas.valor_centavos
    else 0 end)`;
/** The amount of a bill paid in time, the minimum of any payment. */
const min = sql`(parcelas.valor_centavos - parcelas.desconto_centavos - parcelas.credito_centavos
  - parcelas.abatimento_centavos)`;

/** The overpaid amount of the bill's own charge, which is returned. */
const surplus = sql`coalesce((select sum(refunds.valor_centavos) from refunds where refunds.charge_id = parcelas.charge_id
  and refunds.parcela_id = parcelas.id and refunds.motivo like 'pago_a_mais%'), 0)`;

/** The amount of a bill that is paid or being paid, including earlier partial payments. */
const cost = sql`coalesce(charge_items.valor_centavos + parcelas.pago_parcial_centavos
    - case when charge_items.valor_centavos + parcelas.pago_parcial_centavos > ${min} then ${surplus} else 0 end,
  ${min} + parcelas.multa_centavos + parcelas.juros_centavos)`;

/** The charged amount of a bill; without a charge, its amount minus earlier payments. */
const charge = sql`coalesce(charge_items.valor_centavos,
  ${min} + parcelas.multa_centavos + parcelas.juros_centavos - parcelas.pago_parcial_centavos)`;

/**
 * Returned money of a bill's charge, as in the close of a month: counted once it was sent. A refund without a bill belongs to the
 * only bill of its charge.
 */
const returnedOf = (chargeId: ReturnType<typeof sql>) => sql`coalesce((select sum(refunds.valor_centavos) from refunds
  where refunds.charge_id = ${chargeId} and refunds.status = 'feita'
    and (refunds.parcela_id = parcelas.id or (refunds.parcela_id is null
      and (select count(*) from charge_items as items where items.charge_id = refunds.charge_id) = 1))), 0)`;

/** Partial payments of a bill by other charges that were not returned. Few bills have any. */
const before = sql`case when parcelas.pago_parcial_centavos > 0 then
  coalesce((select sum(parts.valor_centavos - ${returnedOf(sql`parts.charge_id`)})
    from charge_items as parts inner join charges on charges.id = parts.charge_id
    where parts.parcela_id = parcelas.id and charges.status = 'paga'
      and parts.charge_id <> coalesce(parcelas.charge_id, 0)), 0) else 0 end`;

/**
 * Sums of all bills of a filter. The database adds up settled bills. Open bills are grouped by equal properties, and `amountDue`
 * is computed once for each group. valor − desconto + encargos = recebido + a_receber.
 */
export async function sumBills(db: Db, units: readonly ReachedUnit[], filter: BillFilter) {
  const { estado } = filter;
  const [open, done] = await Promise.all([
    estado === 'pagas' || estado === 'canceladas' ? nothing : openSums(db, units, filter),
    estado === 'vencidas' ? null : closedSums(db, units, filter),
  ]);
  const n = (value: unknown) => Number(value ?? 0);
  const [extra, value] = [n(done?.extra), n(done?.value)];
  // Cancelled bills have no value; they count only in a list of cancelled bills.
  const cancelled = estado === 'canceladas' ? 0 : n(done?.cancelled);
  return {
    total: open.count + n(done?.count),
    /** Without cancelled ones, unless the filter is for them. */
    quantidade: open.count + n(done?.count) - cancelled,
    valor_centavos: open.value + value,
    // The rest of settled values and extras that was not charged was a discount.
    desconto_centavos: open.discount + (value + extra - n(done?.cost)),
    /** Fine and interest: of open bills as of today, of paid ones as they were charged. */
    encargos_centavos: open.extra + extra,
    /** Less what went back. */
    recebido_centavos: n(done?.own) + n(done?.before) + open.before,
    a_receber_centavos: open.total + n(done?.held),
  };
}

const CLOSED = ['em_processamento', 'paga', 'cancelada'] as const;

/** Bills that are paid, being paid or cancelled. A cancelled one adds only to the count. */
function closedSums(db: Db, units: readonly ReachedUnit[], filter: BillFilter) {
  const sum = (of: ReturnType<typeof sql>) => sql<number | string>`coalesce(sum(${of}), 0)`;
  const isSettled = sql`parcelas.status in ('paga', 'em_processamento')`;
  return bills(db)
    .clearSelect()
    .where(matching(units, filter))
    .where('parcelas.company_id', 'in', listed(units.map(({ id }) => id)))
    .where('parcelas.status', 'in', filter.estado === 'abertas' ? ['em_processamento'] : [...CLOSED])
    .select(({ fn }) => fn.countAll<number | string>().as('count'))
    .select([
      sum(sql`case when ${isSettled} then parcelas.valor_centavos else 0 end`).as('value'),
      sum(sql`case when ${isSettled} then ${charged} else 0 end`).as('extra'),
      sum(sql`case when ${isSettled} then ${cost} else 0 end`).as('cost'),
      sum(
        sql`case when parcelas.status = 'paga' then ${charge} - ${returnedOf(sql`parcelas.charge_id`)} else 0 end`,
      ).as('own'),
      sum(sql`case when ${isSettled} then ${before} else 0 end`).as('before'),
      sum(sql`case when parcelas.status = 'cancelada' then 1 else 0 end`).as('cancelled'),
      sum(sql`case when parcelas.status = 'em_processamento' then ${charge} else 0 end`).as('held'),
    ])
    .executeTakeFirstOrThrow();
}

const nothing = { count: 0, value: 0, discount: 0, extra: 0, before: 0, total: 0 };

/** The number of late bills of a filter, for the link to them. */
const countLate = async (db: Db, units: readonly ReachedUnit[], filter: Omit<BillFilter, 'estado'>) =>
  (await openSums(db, units, { ...filter, estado: 'vencidas' })).count;

/** Groups of equal open bills. The triggers maintain those of a school; for a part of its bills they are computed here. */
function openBills(db: Db, units: readonly ReachedUnit[], filter: BillFilter) {
  const { userIds } = filter;
  const held = heldBy(filter, units);
  const some = sql<Schema['open_bill_sums']>`(${sql.raw(OPEN_BILLS)}
    and parcelas.company_id in (${sql.join(listed(units.map(({ id }) => id)))})
    ${userIds ? sql`and parcelas.user_id in (${sql.join(listed(userIds))})` : sql``}
    ${held.length > 0 ? sql`and ${sql.join(held, sql` and `)}` : sql``})`;
  return userIds === undefined && held.length === 0
    ? db.selectFrom('open_bill_sums as open')
    : db.selectFrom(some.as('open') as unknown as 'open_bill_sums as open');
}

/** A representative bill of a group, without the summed parts. */
const likeBill = ({ kind, ...alike }: Pick<Schema['open_bill_sums'], (typeof OPEN_BILL_KEY)[number]>) =>
  ({
    ...alike,
    status: 'aberta',
    pedido_id: kind === 'venda' ? 0 : null,
    cambio_id: null,
    usa_pagamento_id: kind === 'viagem' ? 0 : null,
    credito_centavos: 0,
    abatimento_centavos: 0,
    pago_parcial_centavos: 0,
  }) as unknown as ParcelaRow;

/** The number of open or late bills of a filter, and what they cost today. */
async function openSums(db: Db, units: readonly ReachedUnit[], filter: BillFilter) {
  const { estado, mes } = filter;
  const bases = new Map(units.map(({ id, basis }) => [id as number | null, basis]));
  const isLateAlone = estado === 'vencidas';
  const [latest = ''] = units
    .map(({ basis }) => basis.today)
    .toSorted()
    .reverse();
  const rows = await openBills(db, units, filter)
    .where('open.company_id', 'in', listed(units.map(({ id }) => id)))
    .$if(isLateAlone, (query) => query.where('open.vencimento', '<', latest))
    .$if(Boolean(mes), (query) =>
      query.where('open.vencimento', '>=', `${mes}-01`).where('open.vencimento', '<=', `${mes}-31`),
    )
    .select(OPEN_BILL_KEY)
    .select(({ fn }) => OPEN_BILL_SUMS.map((name) => fn.sum<number | string>(name).as(name)))
    .groupBy(OPEN_BILL_KEY)
    .execute();
  const sums = { ...nothing };
  for (const row of rows) {
    const basis = bases.get(row.company_id);
    const [n, before] = [Number(row.bills), Number(row.pago_parcial_centavos)];
    if (!basis || n === 0) continue;
    const bill = likeBill(row);
    if (isLateAlone && statusOf(bill, basis) !== 'vencida') continue;
    const { desconto, multa, juros, total } = amountDue(bill, basis);
    const reduced = Number(row.reduced_centavos);
    sums.count += n;
    sums.value += n * bill.valor_centavos;
    sums.discount += n * desconto + reduced;
    sums.extra += n * (multa + juros);
    sums.before += before;
    sums.total += n * total - reduced - before;
  }
  return sums;
}

/** The late bills in a reach, as in their list, and what they cost today, for the panel's home page. */
export async function countOverdue(
  { db, config }: { db: Db; config: Zoned },
  reach: Reach,
  at: Date,
): Promise<{ count: number; centavos: number }> {
  const { count, total } = await openSums(db, await unitsOf(db, reach, config, at), { estado: 'vencidas' });
  return { count, centavos: total };
}

/** Folds the sums of the connections, and deletes empty groups. On SQLite triggers do this. */
export async function foldOpenBills({ db }: School): Promise<void> {
  if (!isPostgres(db)) return;
  await foldSlots(db, { table: 'open_bill_sums', key: OPEN_BILL_KEY, sums: OPEN_BILL_SUMS });
  await sql`delete from open_bill_sums where slot = 0 and ${sql.raw(NO_OPEN_BILLS)}`.execute(db);
}
