import type { Db } from '../db/connection.ts';

/** Moves an order on once its bill is paid, in the transaction that settles the bill (ORDER-14). */
export async function markOrderPaid(_tx: Db, _pedidoId: number, _at: Date): Promise<void> {}
