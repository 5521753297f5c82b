import { routes } from '#lib/routes.ts';
import type { Db } from '../../core/db/connection.ts';
import type { NoticeParams } from '../../messages/inbox/kinds.ts';
import { mayNotifyAgain, notify, notifyPerson } from '../../messages/inbox/notify.ts';

type Order = { id: number; numero: string; user_id: number };
type Move = Pick<NoticeParams['pedido_andou'], 'status' | 'nota' | 'por'>;

/** Notifies the student that an order moved. An order enters each status once. */
export async function notifyOfMove(tx: Db, { id, numero, user_id }: Order, move: Move, at: Date): Promise<void> {
  const params = { id, numero, ...move };
  await notify(tx, at, { userId: user_id, kind: 'pedido_andou', about: `${id}:${move.status}`, params });
}

/** Notifies the student that a step was undone. A later repetition of the step is notified of again. */
export async function notifyOfReturn(
  tx: Db,
  { id, numero, user_id }: Order,
  { from, to }: { from: number; to: number },
  at: Date,
): Promise<void> {
  await mayNotifyAgain(tx, at, 'pedido_andou', [user_id], [`${id}:${from}`]);
  const params = { id, numero, status: to, por: 'volta' as const };
  await notify(tx, at, { userId: user_id, kind: 'pedido_andou', about: `${id}:${to}:${at.getTime()}`, params });
}

/** Reminds of a waiting order. Managers cannot switch this off, because the order would be cancelled. */
export async function remindOf(tx: Db, { id, numero, user_id }: Order, title: string, at: Date): Promise<void> {
  const body = `O pedido ${numero} espera o pagamento. Depois do prazo ele é cancelado.`;
  await notifyPerson(tx, at, { userId: user_id, category: 'pedido', title, body, path: routes.orders.detail(id) });
}

/** Notifies the student that the test is done and the book seems too hard. The school decides with the student. */
export async function notifyOfLevel(tx: Db, { id, numero, user_id }: Order, body: string, at: Date): Promise<void> {
  const title = `Pedido ${numero}: a escola vai conferir o nível`;
  await notifyPerson(tx, at, { userId: user_id, category: 'pedido', title, body, path: routes.orders.detail(id) });
}
