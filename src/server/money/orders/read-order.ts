import type { PreInvoice } from '#lib/contract/orders.schema.ts';
import type { Db } from '../../core/db/connection.ts';
import { notFound } from '../../core/http/refusal.ts';
import { presentOrders } from './present.ts';
import { type OrderRow, orderOf } from './queries.ts';

/** @throws Refusal 404, the same for another person's order and for none (ROLE-08). */
export async function ownOrder(db: Db, userId: number, id: number): Promise<OrderRow> {
  const row = await orderOf(db, userId, id);
  if (!row) throw notFound('Não encontramos este pedido entre os seus.');
  return row;
}

export async function presentOrder(db: Db, row: OrderRow): Promise<PreInvoice> {
  const [order] = await presentOrders(db, [row]);
  return order as PreInvoice;
}

/** @throws Refusal 404 */
export const readOrder = async (db: Db, userId: number, id: number): Promise<PreInvoice> =>
  presentOrder(db, await ownOrder(db, userId, id));
