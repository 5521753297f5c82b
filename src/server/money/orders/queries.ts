import { type Selectable, sql } from 'kysely';
import type { OrderGroup } from '#lib/contract/orders.schema.ts';
import { STATUS, statusIds } from '#lib/rules/orders/status.ts';
import type { Db } from '../../core/db/connection.ts';
import { countsOf } from '../../core/db/counts.ts';
import type { Order } from '../../core/db/keyset.ts';
import { enrolled } from '../../core/db/people.ts';
import { folded, hasWords } from '../../core/db/people-by-name.ts';
import { type Reach, within } from '../../core/db/reach.ts';
import { unitState } from '../../core/db/units.ts';
import type { Schema } from '../../tables.ts';
import { groupWhere } from './order-groups.ts';

/** A product with the cover of its book. */
export type ProductRow = Selectable<Schema['products']> & { capa_url: string | null };
export type ItemRow = Selectable<Schema['pedido_itens']>;
export type HistoryRow = Selectable<Schema['pedido_historico']>;
export type BillRow = Pick<Selectable<Schema['parcelas']>, 'id' | 'user_id' | 'pedido_id' | 'status' | 'charge_id'>;
export type OrderRow = Awaited<ReturnType<typeof ordersOf>>[number];

const orders = (db: Db) =>
  db
    .selectFrom('pedidos')
    .innerJoin('drive_users', 'drive_users.id', 'pedidos.drive_user_id')
    .leftJoin('cupons', 'cupons.id', 'pedidos.cupom_id')
    .selectAll('pedidos')
    .select(['drive_users.nome as aluno_nome', 'cupons.name as cupom']);

interface Filter {
  status?: number;
  grupo?: OrderGroup;
  limit: number;
  offset: number;
}

/** Own orders, the newest first. Among those in progress, orders that wait for a payment come first, by deadline. */
export const ordersOf = (db: Db, userId: number, { status, grupo, limit, offset }: Filter) =>
  orders(db)
    .where('pedidos.user_id', '=', userId)
    .$if(status !== undefined, (query) => query.where('pedidos.status', '=', status as number))
    .$if(grupo !== undefined, (query) => query.where(groupWhere(grupo as OrderGroup)))
    .$if(grupo === 'andamento', (query) =>
      query.orderBy(
        sql`case when pedidos.status = ${sql.lit(STATUS.waitingForPayment)} then pedidos.pagar_ate else '9' end`,
      ),
    )
    .orderBy('pedidos.criado_em', 'desc')
    .orderBy('pedidos.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();

export const orderOf = (db: Db, userId: number, id: number): Promise<OrderRow | undefined> =>
  orders(db).where('pedidos.id', '=', id).where('pedidos.user_id', '=', userId).executeTakeFirst();

/** An order of any student of a school. */
export const orderOfSchool = (db: Db, reach: Reach, id: number) =>
  ofSchool(db, reach).where('pedidos.id', '=', id).executeTakeFirst();

interface SchoolFilter {
  status?: number | undefined;
  /** A part of the number or the name. */
  q?: string | undefined;
  /** Only those whose next step is the school's. */
  avancar?: boolean | undefined;
}

/** Statuses whose next step is the school's. */
const TO_MOVE: readonly number[] = [
  STATUS.processing,
  STATUS.toAttend,
  STATUS.released,
  STATUS.picking,
  STATUS.waitingForCarrier,
  STATUS.collected,
];

/** Ended orders grow without limit, and nobody needs their number. */
const OPEN = statusIds.filter((id) => id !== STATUS.cancelled && id !== STATUS.delivered);

/** The number of a school's orders matching a search by open status, and how many wait for the school. */
export async function countOrders(
  db: Db,
  reach: Reach,
  q?: string,
): Promise<{ byStatus: Record<string, number>; toMove: number }> {
  const rows = await ofSchool(db, reach, q)
    .clearSelect()
    .where('pedidos.status', 'in', OPEN)
    .select(['pedidos.status', ({ fn }) => fn.countAll<number | string>().as('many')])
    .groupBy('pedidos.status')
    .execute();
  const toMove = rows.filter(({ status }) => TO_MOVE.includes(status)).reduce((sum, { many }) => sum + Number(many), 0);
  return { byStatus: countsOf(rows), toMove };
}

/** The searched texts of an order: its number, and the student's name and registration number. */
const texts = [folded('pedidos.numero'), folded('drive_users.nome'), folded('drive_users.matricula')];

/** Orders of the students of a school, of all or of a search. */
function ofSchool(db: Db, reach: Reach, q?: string) {
  const all = orders(db).innerJoin('companies', 'companies.id', 'pedidos.company_id').$call(within(reach));
  return q ? all.where(hasWords(q, ...texts)) : all;
}

/** Orders of all students of a school. */
export const ordersOfSchool = (db: Db, reach: Reach, { status, q, avancar }: SchoolFilter) =>
  ofSchool(db, reach, q)
    .$if(status !== undefined, (query) => query.where('pedidos.status', '=', status as number))
    .$if(avancar === true, (query) => query.where('pedidos.status', 'in', TO_MOVE));

export const newestOrders: Order = [
  ['pedidos.criado_em', 'desc'],
  ['pedidos.id', 'desc'],
];

/** How to reach the students who ordered. */
export const contactsOf = (db: Db, userIds: readonly number[]) =>
  userIds.length === 0
    ? Promise.resolve([])
    : db.selectFrom('users').select(['id', 'email', 'phone']).where('id', 'in', userIds).execute();

/** The parts of orders: items, history and bills. */
export async function partsOf(db: Db, ids: readonly number[]) {
  if (ids.length === 0) return { items: [], history: [], bills: [] };
  const [items, history, bills] = await Promise.all([
    db.selectFrom('pedido_itens').selectAll().where('pedido_id', 'in', ids).orderBy('n').execute(),
    db.selectFrom('pedido_historico').selectAll().where('pedido_id', 'in', ids).orderBy('id').execute(),
    db
      .selectFrom('parcelas')
      .select(['id', 'user_id', 'pedido_id', 'status', 'charge_id'])
      .where('pedido_id', 'in', ids)
      .where('status', '!=', 'cancelada')
      .orderBy('id', 'desc')
      .execute(),
  ]);
  return { items, history, bills };
}

/** The newest line of an order's history: its status, since when, and by whom. */
export const lastStepOf = (db: Db, orderId: number): Promise<HistoryRow | undefined> =>
  db
    .selectFrom('pedido_historico')
    .selectAll()
    .where('pedido_id', '=', orderId)
    .orderBy('id', 'desc')
    .executeTakeFirst();

/** The bill of an order, unless it was cancelled. */
export const billOf = (db: Db, orderId: number): Promise<BillRow | undefined> =>
  db
    .selectFrom('parcelas')
    .select(['id', 'user_id', 'pedido_id', 'status', 'charge_id'])
    .where('pedido_id', '=', orderId)
    .where('status', '!=', 'cancelada')
    .orderBy('id', 'desc')
    .executeTakeFirst();

export const productsOf = (db: Db) =>
  db
    .selectFrom('products')
    .leftJoin('livros', 'livros.id', 'products.livro_id')
    .selectAll('products')
    .select('livros.capa_url');

export const productsByCode = (db: Db, codes: readonly string[]): Promise<ProductRow[]> =>
  productsOf(db).where('products.codigo', 'in', codes).execute();

export const activeProducts = (db: Db): Promise<ProductRow[]> =>
  productsOf(db).where('products.ativo', '=', true).orderBy('products.id').execute();

/** The buyer: the enrolment, and the unit's place. */
export const buyerOf = (db: Db, userId: number) =>
  enrolled(db)
    .innerJoin('schools', 'schools.id', 'companies.escola_id')
    .select(['drive_users.id as drive_user_id', 'drive_users.nome', 'companies.id as company_id'])
    .select(['companies.timezone', unitState.as('school_state')])
    .where('users.id', '=', userId)
    .executeTakeFirstOrThrow();
export type Buyer = Awaited<ReturnType<typeof buyerOf>>;
