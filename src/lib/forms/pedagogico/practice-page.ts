import { partOf } from '#lib/api/part.ts';
import { UnitNumber } from '#lib/contract/practice.schema.ts';
import { listBookContents } from '#lib/contract/practice.ts';
import type { InputOf } from '#lib/page/operations.ts';
import type { PageApi } from '#lib/page/page-session.ts';

/**
 * The data of a practice page for its reader. Without a user it is the empty book that the browser opened (GUARD-05); a
 * book-code session has no goal. The page decides whether it shows the due words, or the next ones, and the week’s goal.
 *
 * @param unit the number in the address: the school omits the contents of other units. `null`: all units are summarized.
 */
export async function practiceOf(
  api: PageApi,
  user: { id: number } | null,
  {
    connected,
    byBook,
    asksDue,
    isAhead = false,
    asksGoal,
  }: { connected: boolean; byBook: boolean; asksDue: boolean; isAhead?: boolean; asksGoal: boolean },
  unit: number | null,
) {
  const isUnit = UnitNumber.safeParse(unit).success;
  const query = connected ? {} : unit === null ? { resumo: 'true' as const } : isUnit ? { unidade: unit } : {};
  if (!user) return { contents: connected ? null : await openedBook(api, query), due: null, goal: null };
  const [contents, due, goal] = await Promise.all([
    partOf(api(listBookContents, { params: { id: user.id }, query })),
    connected || !asksDue ? null : partOf(api.practice.listDueReviews({ adiante: isAhead })),
    connected || byBook || !asksGoal ? null : partOf(api.practice.getWeeklyGoal()),
  ]);
  return { contents, due, goal };
}

/** The empty book of this browser, as the contents of one reader: none once the book has an owner. */
async function openedBook(api: PageApi, query: InputOf<'practice.getEmptyBookContents'>) {
  const book = await partOf(api.practice.getEmptyBookContents(query));
  if (!book.ok && book.status === 404) return { ok: true, data: [] } as const;
  return book.ok ? { ...book, data: [book.data] } : book;
}
