import { dayIn } from '#lib/rules/time/zones.ts';
import type { Db } from '../core/db/connection.ts';
import { Refusal } from '../core/http/refusal.ts';
import { earnPoints } from './earning.ts';
import type { EntryRow } from './points.ts';
import { reverseEntry } from './points.ts';

interface Attendance {
  lessonId: number;
  /** The beginning of the lesson: attendance that is recorded later counts for that day. */
  heldAt: string;
  at: Date;
  timeZone: string;
  /** Who recorded the attendance. */
  by: number;
  /** Students who are recorded as present for the first time. */
  came: readonly number[];
  /** Students who are recorded as absent. */
  missed: readonly number[];
}

/**
 * Adjusts the points of a lesson to its attendance, in the same transaction: a presence earns points once, even if the student
 * confirmed it before, and an absence takes them back.
 *
 * @returns the students who keep the points of an absence, because they have spent them.
 */
export async function followAttendance(
  tx: Db,
  { lessonId, heldAt, at, timeZone, by, came, missed }: Attendance,
): Promise<number[]> {
  const users = [...came, ...missed];
  if (users.length === 0) return [];
  const referencia = { tipo: 'aula', id: lessonId };
  const credited = await tx
    .selectFrom('point_entries')
    .leftJoin('point_entries as estorno', 'estorno.estorno_de', 'point_entries.id')
    .selectAll('point_entries')
    .select('estorno.id as taken_back')
    .where('point_entries.user_id', 'in', users)
    .where('point_entries.regra', '=', 'presenca')
    .where('point_entries.referencia', '=', JSON.stringify(referencia))
    .execute();
  const today = dayIn(timeZone, at);
  const spent: number[] = [];
  for (const userId of users.toSorted((a, b) => a - b)) {
    const own = credited.filter(({ user_id }) => user_id === userId);
    const live = own.find(({ taken_back, expira_em }) => taken_back === null && (expira_em ?? today) >= today);
    if (came.includes(userId)) {
      if (own.some(({ taken_back }) => taken_back === null)) continue;
      // An action earns points once, so a presence after a reversal needs a new name.
      const what = own.length === 0 ? `aula:${lessonId}` : `aula:${lessonId}:${own.length + 1}`;
      const earned = { userId, what, at, timeZone, doneAt: heldAt, referencia, porUserId: by };
      await earnPoints(tx, { ...earned, regra: 'presenca' });
    } else if (live && !(await takeBack(tx, live, { at, today, by }))) spent.push(userId);
  }
  return spent;
}

/** @returns whether there were enough points. */
async function takeBack(tx: Db, entry: EntryRow, { at, today, by }: { at: Date; today: string; by: number }) {
  try {
    await reverseEntry(tx, entry, { at, atLeast: today, porUserId: by });
    return true;
  } catch (error) {
    if (error instanceof Refusal && error.code === 'points_short') return false;
    throw error;
  }
}
