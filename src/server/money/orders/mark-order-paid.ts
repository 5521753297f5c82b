import { STATUS } from '#lib/rules/orders/status.ts';
import type { Db } from '../../core/db/connection.ts';
import { tryMoveOrder } from './transitions.ts';

/**
 * Moves an order on when its bill is paid, in the transaction that settles the bill (ORDER-14).
 *
 * @param parcelas the number of parts it was paid in, whatever the student chose before; a Pix is one.
 */
export async function markOrderPaid(tx: Db, pedidoId: number, at: Date, parcelas?: number): Promise<void> {
  const set = { pago_em: at.toISOString(), ...(parcelas !== undefined && { parcelas }) };
  const order = { id: pedidoId, status: STATUS.waitingForPayment };
  await tryMoveOrder(tx, order, STATUS.toAttend, { by: 'sistema', at, set });
}
