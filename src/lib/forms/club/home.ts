import { partOf } from '#lib/api/part.ts';
import { listClasses } from '#lib/contract/pedagogico.ts';
import { listMyBooks } from '#lib/contract/practice.ts';
import type { AnswerOf } from '#lib/page/operations.ts';
import type { PageApi } from '#lib/page/page-session.ts';
import { type Mission, missionsOf } from '#lib/rules/club/missions.ts';

export type Earning = AnswerOf<'club.getEarning'>;

/** How the member can earn points today. A part that did not load has no missions. */
export async function earnToday(api: PageApi, at: { now: Date; timeZone: string }): Promise<Mission[]> {
  const [earning, classes, books, today] = await Promise.all([
    partOf(api.club.getEarning()),
    partOf(api(listClasses, { query: {} })),
    partOf(api(listMyBooks)),
    partOf(api.pedagogico.getToday()),
  ]);
  return missionsOf(earning.ok ? earning.data.formas : [], {
    ...at,
    classes: classes.ok ? classes.data : [],
    books: books.ok ? books.data : [],
    today: today.ok ? today.data : null,
  });
}
