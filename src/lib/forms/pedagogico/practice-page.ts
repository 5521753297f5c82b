import type { Client } from '#lib/api/client.ts';
import { partOf } from '#lib/api/part.ts';
import { UnitNumber } from '#lib/contract/practice.schema.ts';
import { getWeeklyGoal, listBookContents, listDueReviews } from '#lib/contract/practice.ts';

/**
 * What a practice page shows of its reader. Nobody has no practice; a book code shows no goal. The page says whether it
 * shows the words that are due and the week's goal.
 *
 * @param unit the number in the address: the school leaves out what other units hold. `null`: all units are summed up.
 */
export async function practiceOf(
  api: Client,
  user: { id: number } | null,
  {
    connected,
    byBook,
    asksDue,
    asksGoal,
  }: { connected: boolean; byBook: boolean; asksDue: boolean; asksGoal: boolean },
  unit: number | null,
) {
  if (!user) return { contents: null, due: null, goal: null };
  const isUnit = UnitNumber.safeParse(unit).success;
  const query = connected ? {} : unit === null ? { resumo: 'true' as const } : isUnit ? { unidade: unit } : {};
  const [contents, due, goal] = await Promise.all([
    partOf(api(listBookContents, { params: { id: user.id }, query })),
    connected || !asksDue ? null : partOf(api(listDueReviews)),
    connected || byBook || !asksGoal ? null : partOf(api(getWeeklyGoal)),
  ]);
  return { contents, due, goal };
}
