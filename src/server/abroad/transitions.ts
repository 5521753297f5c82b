import type { Selectable, Updateable } from 'kysely';
import type { Db } from '../db/connection.ts';
import type { Schema } from '../db/types.ts';
import { conflict } from '../http/refusal.ts';

export type Status = Schema['usa_requests']['status'];
export type Actor = Schema['usa_historico']['por'];
export type RequestRow = Selectable<Schema['usa_requests']>;

/** Which status may follow which, and who may do it. Nothing leaves `paga`, `cancelada` and `recusada`. */
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

/** Deleted only before it was approved (ABROAD-04). */
export const mayDelete = (status: Status): boolean => status === 'rascunho' || mayMove(status, 'cancelada', 'aluno');

/** While the school still looks at documents. */
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
 * Moves a request on and writes its history, unless the table forbids it or another was faster. Whoever also touches its
 * bills does that first, its trip after.
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

/** As `tryMove`. @throws Refusal 409 in place of false. */
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
 * Takes a place of a trip that is published, unless there is none.
 *
 * @returns the trip as it stands, which nobody changes until the end of the transaction; undefined without a place.
 */
export const takePlace = (tx: Db, turmaId: number): Promise<Selectable<Schema['usa_turmas']> | undefined> =>
  tx
    .updateTable('usa_turmas')
    .set(({ eb }) => ({ ocupadas: eb('ocupadas', '+', 1) }))
    .where('id', '=', turmaId)
    .where('estado', '=', 'publicada')
    .whereRef('ocupadas', '<', 'vagas')
    .returningAll()
    .executeTakeFirst();

/** Gives the place of a request back. */
export async function freePlace(tx: Db, turmaId: number | null): Promise<void> {
  if (turmaId === null) return;
  await tx
    .updateTable('usa_turmas')
    .set(({ eb }) => ({ ocupadas: eb('ocupadas', '-', 1) }))
    .where('id', '=', turmaId)
    .where('ocupadas', '>', 0)
    .execute();
}
