import { sql } from 'kysely';
import type { BillSums } from '#lib/contract/finance.schema.ts';
import type { Db } from '../db/connection.ts';
import type { Zoned } from '../db/people.ts';
import type { Reach } from '../http/access.ts';
import { amountDue } from './amount-due.ts';
import type { ParcelaRow } from './queries.ts';
import { type BillFilter, isLate, matching, type ReachedUnit, unitBills, unitsOf } from './school-bills.ts';

const isCourse = sql`(parcelas.pedido_id is null and parcelas.cambio_id is null and parcelas.usa_pagamento_id is null)`;
/** Discounts that do not depend on the day. */
const always = sql`(parcelas.credito_centavos + parcelas.abatimento_centavos)`;
/** Fine and interest of a bill that is paid or being paid; of older charges what they are above the value. */
const charged = sql`coalesce(charge_items.multa_centavos + charge_items.juros_centavos,
  case when charge_items.valor_centavos is null then parcelas.multa_centavos + parcelas.juros_centavos
    when charge_items.valor_centavos > parcelas.valor_centavos then charge_items.valor_centavos - parcelas.valor_centavos
    else 0 end)`;
const settled = sql`coalesce(charge_items.valor_centavos,
  parcelas.valor_centavos - parcelas.desconto_centavos - ${always} + parcelas.multa_centavos + parcelas.juros_centavos)`;

/**
 * Sums of all bills of a filter. The database adds everything up but what late bills of courses cost today: it counts
 * those that are alike, and the one reckoning of amounts is asked once for each kind.
 */
export async function sumBills(db: Db, units: readonly ReachedUnit[], filter: BillFilter): Promise<BillSums> {
  const late = sql`(${isLate(units)} and ${isCourse})`;
  const chosen = unitBills(db).clearSelect().where(matching(units, filter));
  const open = sql`parcelas.status = 'aberta'`;
  const sum = (of: ReturnType<typeof sql>) => sql<number | string>`coalesce(sum(${of}), 0)`;
  const [whole, alike] = await Promise.all([
    chosen
      .select(({ fn }) => fn.countAll<number | string>().as('count'))
      .select([
        sum(sql`case when parcelas.status <> 'cancelada' and not ${late} then parcelas.valor_centavos else 0 end`).as(
          'value',
        ),
        sum(sql`case when ${open} and not ${late} then parcelas.desconto_centavos + ${always} else 0 end`).as(
          'discount',
        ),
        sum(sql`case when parcelas.status in ('paga', 'em_processamento') then ${charged} else 0 end`).as('extra'),
        sum(sql`case when parcelas.status = 'paga' then ${settled} else 0 end`).as('paid'),
        sum(sql`case when parcelas.status = 'em_processamento' then ${settled} else 0 end`).as('held'),
        sum(sql`case when ${open} and not ${late} then parcelas.valor_centavos else 0 end`).as('due'),
      ])
      .executeTakeFirstOrThrow(),
    lateBills(db, units, filter),
  ]);
  const n = (value: unknown) => Number(value);
  const paid = n(whole.paid);
  const extra = n(whole.extra);
  const held = n(whole.held);
  // In time: value less discount is due. Paid or held: what is missing of the value and the extras was a discount.
  const settledValue = n(whole.value) - n(whole.due);
  const inTime = n(whole.due) - n(whole.discount);
  return {
    quantidade: n(whole.count),
    valor_centavos: n(whole.value) + alike.value,
    desconto_centavos: n(whole.discount) + (settledValue + extra - paid - held) + alike.discount,
    encargos_centavos: extra + alike.extra,
    recebido_centavos: paid,
    a_receber_centavos: inTime + held + alike.total,
  };
}

/** Late bills of courses: how many, and what they cost today. */
async function lateBills(db: Db, units: readonly ReachedUnit[], filter: BillFilter) {
  const sums = { count: 0, value: 0, discount: 0, extra: 0, total: 0 };
  if (filter.estado === 'pagas' || filter.estado === 'canceladas') return sums;
  const kind = [
    'companies.id',
    'parcelas.vencimento',
    'parcelas.valor_centavos',
    'parcelas.desconto_centavos',
  ] as const;
  const parts = ['parcelas.credito_centavos', 'parcelas.abatimento_centavos', 'parcelas.sem_encargos'] as const;
  const rows = await unitBills(db)
    .clearSelect()
    .where(matching(units, filter))
    .where(isLate(units))
    .where(sql<boolean>`${isCourse}`)
    .select([...kind.slice(1), ...parts] as never)
    .select('companies.id as unit_id')
    .select(({ fn }) => fn.countAll<number | string>().as('count'))
    .groupBy([...kind, ...parts])
    .execute();
  const reckonings = new Map(units.map(({ id, reckoning }) => [id, reckoning]));
  for (const row of rows) {
    const { count, unit_id, ...bill } = row as unknown as ParcelaRow & { count: number | string; unit_id: number };
    const reckoning = reckonings.get(unit_id);
    if (!reckoning) continue;
    const all = { ...bill, status: 'aberta' as const, pedido_id: null, cambio_id: null, usa_pagamento_id: null };
    const { desconto, multa, juros, total } = amountDue(all, reckoning);
    const n = Number(count);
    sums.count += n;
    sums.value += n * bill.valor_centavos;
    sums.discount += n * desconto;
    sums.extra += n * (multa + juros);
    sums.total += n * total;
  }
  return sums;
}

/** Late bills of courses in a reach, and what they cost today: for the home of the panel. */
export async function countOverdue(
  { db, config }: { db: Db; config: Zoned },
  reach: Reach,
  at: Date,
): Promise<{ count: number; centavos: number }> {
  const { count, total } = await lateBills(db, await unitsOf(db, reach, config, at), { estado: 'vencidas' });
  return { count, centavos: total };
}
