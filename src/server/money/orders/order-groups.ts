import type { ExpressionBuilder } from 'kysely';
import type { OrderGroup } from '#lib/contract/orders.schema.ts';
import { endOf, groupOf } from '#lib/rules/orders/groups.ts';
import type { Db } from '../../core/db/connection.ts';
import type { Schema } from '../../tables.ts';

/** Orders of a group. */
export const groupWhere = (grupo: OrderGroup) => (where: ExpressionBuilder<Schema, 'pedidos'>) =>
  grupo === 'andamento'
    ? where('pedidos.status', 'not in', Object.values(endOf))
    : where('pedidos.status', '=', endOf[grupo]);

/** How many own orders fit a filter, and how many there are of each group. */
export async function countOrders(db: Db, userId: number, { status, grupo }: { status?: number; grupo?: OrderGroup }) {
  const rows = await db
    .selectFrom('pedidos')
    .select(({ fn }) => ['status', fn.countAll<number | string>().as('count')])
    .where('user_id', '=', userId)
    .groupBy('status')
    .execute();
  const grupos = { andamento: 0, entregues: 0, cancelados: 0 };
  let total = 0;
  for (const row of rows) {
    const group = groupOf(row.status);
    grupos[group] += Number(row.count);
    if ((status ?? row.status) === row.status && (grupo ?? group) === group) total += Number(row.count);
  }
  return { total, grupos };
}
