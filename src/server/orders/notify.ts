import { routes } from '#lib/routes.ts';
import type { Db } from '../db/connection.ts';

/** Writes a notice about an order, which leads to it. */
export async function notifyOf(
  tx: Db,
  order: { id: number; user_id: number },
  { title, body, at }: { title: string; body: string; at: Date },
): Promise<void> {
  await tx
    .insertInto('notices')
    .values({
      user_id: order.user_id,
      title,
      body,
      path: routes.orders.detail(order.id),
      category: 'pedido',
      created_at: at.toISOString(),
      read_at: null,
    })
    .execute();
}
