import { earnPoints } from '../../club/earn-points.ts';
import type { Db } from '../../core/db/connection.ts';
import { refreshProgress } from './refresh-progress.ts';

/** Counts progress anew and gives a member the points of newly finished units. @param timeZone of the school */
export async function refreshAndEarn(
  tx: Db,
  userId: number,
  units: readonly number[],
  at: Date,
  timeZone: string,
): Promise<void> {
  const finished = await refreshProgress(tx, userId, units, at.toISOString());
  for (const id of finished) {
    const referencia = { tipo: 'unidade', id };
    await earnPoints(tx, { userId, regra: 'unidade', what: `unidade:${id}`, at, timeZone, referencia });
  }
}
