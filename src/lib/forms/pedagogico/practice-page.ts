import type { Client } from '#lib/api/client.ts';
import { partOf } from '#lib/api/part.ts';
import { UnitNumber } from '#lib/contract/practice.schema.ts';
import { getWeeklyGoal, listBookContents, listDueReviews } from '#lib/contract/practice.ts';

/**
 * What a practice page shows of its reader. Nobody has no practice; a book code shows no goal.
 * `asksDue` says whether it shows the words that are due.
 *
 * @param unit the number in the address: the school leaves out what other units hold.
 */
export async function practiceOf(
  api: Client,
  user: { id: number } | null,
  { connected, byBook, asksDue = true }: { connected: boolean; byBook: boolean; asksDue?: boolean },
  unit: number,
) {
  if (!user) return { contents: null, due: null, goal: null };
  const isUnit = UnitNumber.safeParse(unit).success;
  const [contents, due, goal] = await Promise.all([
    partOf(api(listBookContents, { params: { id: user.id }, query: isUnit && !connected ? { unidade: unit } : {} })),
    connected || !asksDue ? null : partOf(api(listDueReviews)),
    connected || byBook ? null : partOf(api(getWeeklyGoal)),
  ]);
  return { contents, due, goal };
}
