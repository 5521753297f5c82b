import { type Selectable, sql } from 'kysely';
import type { Faixa, ParceriaCupom } from '#lib/contract/orders.schema.ts';
import { formatDay } from '#lib/format/dates.ts';
import type { couponStates } from '#lib/words/orders-office.ts';
import type { Db } from '../../core/db/connection.ts';
import { conflict, notFound, Refusal } from '../../core/http/refusal.ts';
import type { Schema } from '../../tables.ts';

type CouponRow = Selectable<Schema['cupons']> & { usado_em: string | null; situacao: keyof typeof couponStates };
/** `produtos`: ids of the products that it is valid for; empty: all. */
type OrderCoupon = CouponRow & { produtos: readonly number[] };

/** @param today of the school */
const withOwnUse = (db: Db, userId: number, today: string) =>
  db
    .selectFrom('cupons')
    .leftJoin('cupom_usos', (join) =>
      join.onRef('cupom_usos.cupom_id', '=', 'cupons.id').on('cupom_usos.user_id', '=', userId),
    )
    .selectAll('cupons')
    .select('cupom_usos.usado_em')
    .select(situationOn(today).as('situacao'))
    .where(({ or, eb, selectFrom }) =>
      or([
        eb('cupons.escola_id', 'is', null),
        eb('cupons.escola_id', '=', selectFrom('users').select('users.school_id').where('users.id', '=', userId)),
      ]),
    );

/** Coupons that a student may use, and those that the student used. @param today of the school */
export const listCouponRows = (db: Db, userId: number, today: string): Promise<CouponRow[]> =>
  withOwnUse(db, userId, today)
    .where(({ or, and, eb }) =>
      or([
        eb('cupom_usos.usado_em', 'is not', null),
        and([
          eb('cupons.ativo', '=', true),
          or([eb('cupons.valido_de', 'is', null), eb('cupons.valido_de', '<=', today)]),
        ]),
      ]),
    )
    .orderBy('cupons.id')
    .execute();

/** A coupon of the own school takes precedence over one of the network with the same code. */
const couponNamed = (db: Db, userId: number, name: string, today: string): Promise<CouponRow | undefined> =>
  withOwnUse(db, userId, today)
    .where('cupons.name', '=', name.toUpperCase())
    .orderBy('cupons.escola_id', (order) => order.asc().nullsLast())
    .limit(1)
    .executeTakeFirst();

const words = {
  unknown: 'Não encontramos este cupom. Confira as letras e os números.',
  expired: 'Este cupom já venceu.',
  closed: 'Este cupom foi encerrado.',
  early: (day: string) => `Este cupom vale a partir de ${formatDay(day)}.`,
  otherProducts: 'Este cupom não vale para os materiais deste pedido.',
  usedUp: 'Este cupom já foi usado por todos que podiam.',
  usedByMe: 'Você já usou este cupom.',
  partner: 'Este cupom vale no parceiro, não aqui no pedido.',
  order: 'Este cupom é descontado no pedido de material.',
} as const;

/** Why a coupon has ended for everybody, or null. */
function ended(row: CouponRow): string | null {
  switch (row.situacao) {
    case 'encerrado':
      return words.closed;
    case 'vencido':
      return words.expired;
    case 'futuro':
      return words.early(row.valido_de ?? '');
    case 'esgotado':
      return words.usedUp;
    default:
      return null;
  }
}

/** Whether a coupon counts on a day. @param today of the school */
export const situationOn = (today: string) =>
  sql<keyof typeof couponStates>`case when cupons.ativo = 0 then 'encerrado'
    when cupons.valido_ate < ${today} then 'vencido'
    when cupons.usos >= cupons.usos_max then 'esgotado'
    when cupons.valido_de > ${today} then 'futuro'
    else 'ativo' end`;

/** Why this coupon gives this user no discount on an order, or null. */
function orderProblem(row: CouponRow): string | null {
  if (row.aplica_em !== 'pedido') return words.partner;
  return row.usado_em === null ? ended(row) : words.usedByMe;
}

/** A coupon for an order, or why it gives no discount. @param products ids of what is ordered */
export async function findOrderCoupon(
  db: Db,
  userId: number,
  name: string,
  today: string,
  products: readonly number[],
): Promise<{ coupon: OrderCoupon } | { problem: string; status: 404 | 409 }> {
  const coupon = await couponNamed(db, userId, name, today);
  if (!coupon) return { problem: words.unknown, status: 404 };
  const problem = orderProblem(coupon);
  if (problem) return { problem, status: 409 };
  const limits = await db.selectFrom('cupom_produtos').select('product_id').where('cupom_id', '=', coupon.id).execute();
  const produtos = limits.map(({ product_id }) => product_id);
  const isForNone = produtos.length > 0 && !products.some((id) => produtos.includes(id));
  return isForNone ? { problem: words.otherProducts, status: 409 } : { coupon: { ...coupon, produtos } };
}

export const couponRefusal = (problem: string, status: number) =>
  new Refusal(status, problem, { fields: { cupom: problem }, code: 'coupon' });

/**
 * Takes one use of a coupon. The condition is part of the update, so only one of two orders gets the last use.
 *
 * @throws Refusal 409 when no use is left, or the user already has one.
 */
export async function takeCoupon(
  tx: Db,
  use: { cupom_id: number; user_id: number; pedido_id: number | null },
  at: Date,
): Promise<void> {
  const taken = await tx
    .updateTable('cupons')
    .set(({ eb }) => ({ usos: eb('usos', '+', 1) }))
    .where('id', '=', use.cupom_id)
    .where(({ or, eb, ref }) => or([eb('usos_max', 'is', null), eb('usos', '<', ref('usos_max'))]))
    .returning('id')
    .executeTakeFirst();
  if (!taken) throw couponRefusal(words.usedUp, 409);
  const mine = await tx
    .insertInto('cupom_usos')
    .values({ ...use, usado_em: at.toISOString() })
    .onConflict((known) => known.doNothing())
    .returning('cupom_id')
    .executeTakeFirst();
  if (!mine) throw couponRefusal(words.usedByMe, 409);
}

/**
 * Returns an order's use of a coupon. The code that cancels the order calls it once. It changes the coupon before the use, like
 * `takeCoupon`, to avoid a deadlock.
 */
export async function giveCouponBack(tx: Db, orderId: number): Promise<void> {
  const use = await tx.selectFrom('cupom_usos').select('cupom_id').where('pedido_id', '=', orderId).executeTakeFirst();
  if (!use) return;
  await tx
    .updateTable('cupons')
    .set(({ eb }) => ({ usos: eb('usos', '-', 1) }))
    .where('id', '=', use.cupom_id)
    .where('usos', '>', 0)
    .execute();
  await tx.deleteFrom('cupom_usos').where('pedido_id', '=', orderId).execute();
}

/** @throws Refusal 404, 409 for an ended coupon; users can still see one that they used. */
export async function readCoupon(db: Db, userId: number, name: string, today: string): Promise<CouponRow> {
  const row = await couponNamed(db, userId, name, today);
  if (!row) throw notFound(words.unknown);
  const problem = row.usado_em === null ? ended(row) : null;
  if (problem) throw conflict(problem, 'coupon');
  return row;
}

/** Marks a partner's coupon as used, once per user. A second call changes nothing. @throws Refusal 404, 409 */
export async function useCoupon(tx: Db, userId: number, name: string, at: Date, today: string): Promise<CouponRow> {
  const row = await readCoupon(tx, userId, name, today);
  if (row.usado_em !== null) return row;
  if (row.aplica_em === 'pedido') throw conflict(words.order, 'coupon');
  await takeCoupon(tx, { cupom_id: row.id, user_id: userId, pedido_id: null }, at);
  return readCoupon(tx, userId, name, today);
}

export const presentCoupon = (row: CouponRow): ParceriaCupom => ({
  id: row.id,
  name: row.name,
  parceiro: {
    nome: row.parceiro_nome,
    logo_url: row.parceiro_logo_url,
    categoria: row.parceiro_categoria,
    cidade: row.parceiro_cidade,
  },
  descricao: row.descricao,
  regras: row.regras,
  desconto: { tipo: row.desconto_tipo, valor: row.desconto_valor },
  valido_ate: row.valido_ate,
  usos_max: row.usos_max,
  usos: row.usos,
  usado_em: row.usado_em,
  aplica_em: row.aplica_em,
  qr_payload: `CUPOM:${row.name}`,
});

export type Line = 'A' | 'B';

/** The tables of section 9, by the number of books in one order: 1 to 6. Centavos. */
const UNIT_PRICE: Record<Line, readonly number[]> = {
  A: [56_800, 55_800, 54_800, 53_800, 52_800, 51_800],
  B: [45_100, 44_100, 43_100, 42_100, 41_100, 40_100],
};
const TOTAL_SAVING: readonly number[] = [0, 2_000, 6_000, 12_000, 20_000, 30_000];
const MAX_INSTALLMENTS: readonly number[] = [6, 6, 12, 12, 12, 12];

/** The last entry of the tables. Larger orders pay its price (ORDER-21). */
const MAX_IN_TABLE = 6;

const read = (table: readonly number[], n: number): number => table[Math.min(Math.max(n, 1), MAX_IN_TABLE) - 1] ?? 0;

/** What one book of a line costs in an order of n books (ORDER-18). */
export const unitPrice = (line: Line, n: number): number => read(UNIT_PRICE[line], n);

/** How many instalments an order of n books may have (ORDER-20). */
export const maxInstallments = (n: number): number => read(MAX_INSTALLMENTS, n);

/** What n books of one line save against single purchases (ORDER-19). Beyond the table, the last entry counts. */
export const totalSaving = (line: Line, n: number): number =>
  n <= MAX_IN_TABLE ? read(TOTAL_SAVING, n) : n * (unitPrice(line, 1) - unitPrice(line, n));

/** The table of a line, for display. */
export const faixasOf = (line: Line): Faixa[] =>
  Array.from({ length: MAX_IN_TABLE }, (_, index) => {
    const quantidade = index + 1;
    return {
      quantidade,
      valor_unitario_centavos: unitPrice(line, quantidade),
      total_centavos: quantidade * unitPrice(line, quantidade),
      economia_total_centavos: totalSaving(line, quantidade),
      parcelas_max: maxInstallments(quantidade),
    };
  });
