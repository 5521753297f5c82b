import { dayIn } from '#lib/rules/time/zones.ts';
import type { Db } from '../../core/db/connection.ts';

/** Marks the school days of some moments as study days of the user: each counts once. */
export async function markStudyDays(db: Db, userId: number, moments: readonly string[], zone: string): Promise<void> {
  const days = [...new Set(moments.map((moment) => dayIn(zone, new Date(moment))))];
  if (days.length === 0) return;
  await db
    .insertInto('dias_de_estudo')
    .values(days.map((dia) => ({ user_id: userId, dia })))
    .onConflict((known) => known.columns(['user_id', 'dia']).doNothing())
    .execute();
}
