import type { Client } from '#lib/api/client.ts';
import { partOf } from '#lib/api/part.ts';
import { getEarning } from '#lib/contract/club.ts';
import { getToday, listClasses } from '#lib/contract/pedagogico.ts';
import { listMyBooks } from '#lib/contract/practice.ts';
import { type Mission, missionsOf } from '#lib/rules/club/missions.ts';

/** What the member can do today to earn points. A part that did not load has no missions. */
export async function earnToday(api: Client, at: { now: Date; timeZone: string }): Promise<Mission[]> {
  const [earning, classes, books, today] = await Promise.all([
    partOf(api(getEarning)),
    partOf(api(listClasses, { query: {} })),
    partOf(api(listMyBooks)),
    partOf(api(getToday)),
  ]);
  return missionsOf(earning.ok ? earning.data.formas : [], {
    ...at,
    classes: classes.ok ? classes.data : [],
    books: books.ok ? books.data : [],
    today: today.ok ? today.data : null,
  });
}
