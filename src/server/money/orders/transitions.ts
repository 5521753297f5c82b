import type { Updateable } from 'kysely';
import { orderStatus, STATUS } from '#lib/rules/orders/status.ts';
import type { Db } from '../../core/db/connection.ts';
import { conflict } from '../../core/http/refusal.ts';
import type { Schema } from '../../tables.ts';

export type Actor = Schema['pedido_historico']['por'];

const { waitingForTest, cancelled, processing, waitingForPayment, toAttend } = STATUS;
const { released, picking, waitingForCarrier, collected, delivered } = STATUS;

/** The allowed next statuses, and who may set them (ORDER-14, ORDER-16). -2 and 8 are final. */
const transitions: Readonly<Record<number, Readonly<Record<number, readonly Actor[]>>>> = {
  [waitingForTest]: { [waitingForPayment]: ['sistema', 'equipe'], [cancelled]: ['aluno', 'equipe'] },
  [processing]: { [waitingForPayment]: ['sistema', 'equipe'], [cancelled]: ['sistema', 'aluno', 'equipe'] },
  [waitingForPayment]: { [toAttend]: ['sistema'], [cancelled]: ['sistema', 'aluno'] },
  [toAttend]: { [released]: ['equipe'], [cancelled]: ['equipe'] },
  [released]: { [picking]: ['equipe'] },
  [picking]: { [waitingForCarrier]: ['equipe'] },
  [waitingForCarrier]: { [collected]: ['equipe'] },
  [collected]: { [delivered]: ['equipe'] },
};

export const mayMove = (from: number, to: number, by: Actor): boolean => transitions[from]?.[to]?.includes(by) ?? false;

interface Move {
  by: Actor;
  at: Date;
  userId?: number;
  nota?: string;
  /** Columns that change with the status. */
  set?: Omit<Updateable<Schema['pedidos']>, 'id' | 'status'>;
}

type OrderStatus = { id: number; status: number };

/**
 * Moves an order and writes its history, unless the table forbids it or another process was faster.
 *
 * A caller that also changes the order's bill changes the bill first: a payment locks the two in this order.
 *
 * @returns whether it moved.
 */
export async function tryMoveOrder(tx: Db, order: OrderStatus, to: number, move: Move): Promise<boolean> {
  return mayMove(order.status, to, move.by) && put(tx, order, to, move);
}

/** Moves an order back to its previous status, with a line in its history. @returns whether it still had the expected status. */
export const tryMoveBack = (tx: Db, order: OrderStatus, to: number, move: Move): Promise<boolean> =>
  put(tx, order, to, move);

async function put(tx: Db, order: OrderStatus, to: number, { by, at, userId, nota, set }: Move): Promise<boolean> {
  const moved = await tx
    .updateTable('pedidos')
    .set({ ...set, status: to })
    .where('id', '=', order.id)
    .where('status', '=', order.status)
    .returning('id')
    .executeTakeFirst();
  if (!moved) return false;
  await writeHistory(tx, order.id, to, { by, at, userId, nota });
  return true;
}

/** Like `tryMoveOrder`, but throws. @throws Refusal 409 instead of false. */
export async function moveOrder(tx: Db, order: OrderStatus, to: number, move: Move): Promise<void> {
  if (await tryMoveOrder(tx, order, to, move)) return;
  const { name } = orderStatus(order.status);
  throw conflict(`Este pedido está em “${name}” e não pode passar para “${orderStatus(to).name}”.`, 'order_status');
}

export async function writeHistory(
  tx: Db,
  orderId: number,
  status: number,
  { by, at, userId, nota }: Omit<Move, 'set'>,
): Promise<void> {
  await tx
    .insertInto('pedido_historico')
    .values({
      pedido_id: orderId,
      status_id: status,
      em: at.toISOString(),
      por: by,
      nota: nota ?? null,
      user_id: userId ?? null,
    })
    .execute();
}
