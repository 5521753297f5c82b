import type { Db } from '../db/connection.ts';
import { takenBy } from './lots.ts';
import { type EntryRow, movePoints } from './move-points.ts';

/** Words of a reversal in the statement. */
const WORDS = 'Estorno';

interface Reversal {
  at: Date;
  /** Points that come back live at least until this day, `YYYY-MM-DD`. */
  atLeast: string;
  nota?: string;
  porUserId?: number;
}

/**
 * Takes an entry back by an opposite one: an entry is never changed, and one is taken back once. Points that come back
 * expire when they would have.
 *
 * @throws Refusal 409 `points_short` when a credit that is taken back was spent.
 */
export async function reverseEntry(tx: Db, entry: EntryRow, { at, atLeast, nota, porUserId }: Reversal) {
  return movePoints(tx, {
    userId: entry.user_id,
    pontos: -entry.pontos,
    origem: 'estorno',
    descricao: `${WORDS}: ${entry.descricao}`.slice(0, 200),
    contra: entry.contra,
    chave: `estorno:${entry.id}`,
    estornoDe: entry.id,
    at,
    ...(entry.referencia !== null && { referencia: JSON.parse(entry.referencia) as { tipo: string; id: number } }),
    ...(entry.pontos < 0 ? { parts: await takenBy(tx, entry.id, atLeast) } : { first: entry.id }),
    ...(nota !== undefined && { nota }),
    ...(porUserId !== undefined && { porUserId }),
  });
}
