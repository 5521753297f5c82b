import type { Selectable, Updateable } from 'kysely';
import type { Db } from '../../core/db/connection.ts';
import { conflict } from '../../core/http/refusal.ts';
import type { Schema } from '../../tables.ts';

export type Status = Schema['usa_requests']['status'];
export type Actor = Schema['usa_historico']['por'];
export type RequestRow = Selectable<Schema['usa_requests']>;

/** The allowed next statuses, and who may set them. `paga`, `cancelada` and `recusada` are final. */
const transitions: Readonly<Partial<Record<Status, Readonly<Partial<Record<Status, readonly Actor[]>>>>>> = {
  rascunho: { enviada: ['aluno'] },
  enviada: {
    em_analise: ['equipe'],
    documento_recusado: ['equipe'],
    cancelada: ['aluno'],
    recusada: ['equipe'],
  },
  em_analise: { documento_recusado: ['equipe'], aprovada: ['equipe'], cancelada: ['aluno'], recusada: ['equipe'] },
  documento_recusado: { em_analise: ['aluno', 'equipe'], cancelada: ['aluno'], recusada: ['equipe'] },
  aprovada: { aguardando_pagamento: ['aluno'] },
  aguardando_pagamento: { paga: ['sistema'] },
};

const mayMove = (from: Status, to: Status, by: Actor): boolean => transitions[from]?.[to]?.includes(by) ?? false;

/** A request can be deleted only before its approval (ABROAD-04). */
export const mayDelete = (status: Status): boolean => status === 'rascunho' || mayMove(status, 'cancelada', 'aluno');

/** True while the school still reviews documents. */
export const isInReview = (status: Status): boolean =>
  status === 'enviada' || status === 'em_analise' || status === 'documento_recusado';

interface Move {
  by: Actor;
  at: Date;
  userId?: number | null;
  nota?: string | null;
  set?: Omit<Updateable<Schema['usa_requests']>, 'id' | 'status'>;
}

/**
 * Moves a request on and writes its history, unless the table forbids it or another process was faster. A caller that
 * also changes bills changes them before, and the trip after.
 */
export async function tryMove(tx: Db, request: Pick<RequestRow, 'id' | 'status'>, to: Status, move: Move) {
  if (!mayMove(request.status, to, move.by)) return false;
  const moved = await tx
    .updateTable('usa_requests')
    .set({ ...move.set, status: to, atualizada_em: move.at.toISOString() })
    .where('id', '=', request.id)
    .where('status', '=', request.status)
    .returning('id')
    .executeTakeFirst();
  if (!moved) return false;
  await writeHistory(tx, request.id, to, move);
  return true;
}

/** Like `tryMove`, but throws. @throws Refusal 409 instead of false. */
export async function moveRequest(tx: Db, request: Pick<RequestRow, 'id' | 'status'>, to: Status, move: Move) {
  if (await tryMove(tx, request, to, move)) return;
  throw conflict('Este pedido mudou, ou não aceita este passo agora. Abra a página de novo.', 'request_status');
}

export async function writeHistory(
  tx: Db,
  requestId: number,
  status: Status,
  { by, at, userId, nota }: Omit<Move, 'set'>,
): Promise<void> {
  await tx
    .insertInto('usa_historico')
    .values({
      request_id: requestId,
      status,
      em: at.toISOString(),
      nota: nota ?? null,
      por: by,
      user_id: userId ?? null,
    })
    .execute();
}

/**
 * Takes a place of a published trip, if one is free.
 *
 * @returns the trip, locked until the end of the transaction; undefined without a free place.
 */
export const takePlace = (tx: Db, turmaId: number): Promise<Selectable<Schema['usa_turmas']> | undefined> =>
  tx
    .updateTable('usa_turmas')
    .set(({ eb }) => ({ ocupadas: eb('ocupadas', '+', 1) }))
    .where('id', '=', turmaId)
    .where('status', '=', 'publicada')
    .whereRef('ocupadas', '<', 'vagas')
    .returningAll()
    .executeTakeFirst();

/** Frees the place of a request. */
export async function freePlace(tx: Db, turmaId: number | null): Promise<void> {
  if (turmaId === null) return;
  await tx
    .updateTable('usa_turmas')
    .set(({ eb }) => ({ ocupadas: eb('ocupadas', '-', 1) }))
    .where('id', '=', turmaId)
    .where('ocupadas', '>', 0)
    .execute();
}
