import type { Db } from '../core/db/connection.ts';
import { takenBy } from './lots.ts';
import { type EntryRow, movePoints } from './move-points.ts';

/** Words of a reversal in the statement. */
const WORDS = 'Estorno';

interface Reversal {
  at: Date;
  /** Returned points live at least until this day, `YYYY-MM-DD`. */
  atLeast: string;
  nota?: string;
  porUserId?: number;
}

/**
 * Reverses an entry by an opposite one. An entry never changes, and is reversed once. Returned points keep their last
 * day.
 *
 * @throws Refusal 409 `points_short` when the member spent the credit.
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
