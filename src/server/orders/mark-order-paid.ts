import { STATUS } from '#lib/rules/orders/status.ts';
import type { Db } from '../db/connection.ts';
import { tryMoveOrder } from './transitions.ts';

/**
 * Moves an order on once its bill is paid, in the transaction that settles the bill (ORDER-14).
 *
 * @param parcelas in how many it was paid, whatever was chosen before; a Pix is one.
 */
export async function markOrderPaid(tx: Db, pedidoId: number, at: Date, parcelas?: number): Promise<void> {
  const set = { pago_em: at.toISOString(), ...(parcelas !== undefined && { parcelas }) };
  const order = { id: pedidoId, status: STATUS.waitingForPayment };
  await tryMoveOrder(tx, order, STATUS.toAttend, { by: 'sistema', at, set });
}
