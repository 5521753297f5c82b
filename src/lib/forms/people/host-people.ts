import type { Client } from '#lib/api/client.ts';
import { type Part, partOf } from '#lib/api/part.ts';
import type { UserRow } from '#lib/contract/account.schema.ts';
import { searchUsers } from '#lib/contract/account.ts';
import { LIST_PAGE } from '#lib/rules/lists/list-query.ts';

/** One page of the people that the franchise's host lists. @param isClub members of the club alone */
export async function findPeople(
  api: Client,
  { q, page }: { q: string | undefined; page: number },
  isClub = false,
): Promise<Part<{ items: UserRow[]; total: number }>> {
  const query = { limit: LIST_PAGE, offset: (page - 1) * LIST_PAGE, ...(q && { q }) };
  const list = await partOf(api(searchUsers, { query: { ...query, ...(isClub && { is_club: 'true' as const }) } }));
  if (!list.ok || !isClub) return list;
  // A host may ignore the filter and list everybody.
  return { ok: true, data: { ...list.data, items: list.data.items.filter(({ is_club }) => is_club) } };
}
