import { STATUS } from '#lib/order-status.ts';
import type { Db } from '../db/connection.ts';
import { tryMoveOrder } from './transitions.ts';

/** Moves an order on once its bill is paid, in the transaction that settles the bill (ORDER-14). */
export async function markOrderPaid(tx: Db, pedidoId: number, at: Date): Promise<void> {
  const order = { id: pedidoId, status: STATUS.waitingForPayment };
  await tryMoveOrder(tx, order, STATUS.toAttend, { by: 'sistema', at, set: { pago_em: at.toISOString() } });
}
