import type { Client } from '#lib/api/client.ts';
import { type Part, partOf } from '#lib/api/part.ts';
import type { UserRow } from '#lib/contract/account.schema.ts';
import { searchUsers } from '#lib/contract/account.ts';
import { LIST_PAGE } from '#lib/rules/lists/list-query.ts';

/**
 * One page of the people that the franchise's host lists, by their name. A host may answer with all of them, whatever was
 * asked: then the page is cut here.
 *
 * @param isClub members of the club alone
 */
export async function findPeople(
  api: Client,
  { q, page }: { q: string | undefined; page: number },
  isClub = false,
): Promise<Part<{ items: UserRow[]; total: number }>> {
  const offset = (page - 1) * LIST_PAGE;
  const query = { limit: LIST_PAGE, offset, ...(q && { q }), ...(isClub && { is_club: 'true' as const }) };
  const list = await partOf(api(searchUsers, { query }));
  if (!list.ok) return list;
  const { total } = list.data;
  const items = isClub ? list.data.items.filter(({ is_club }) => is_club) : list.data.items;
  if (items.length <= LIST_PAGE) return { ok: true, data: { items, total: Math.max(items.length, total) } };
  return { ok: true, data: { items: items.slice(offset, offset + LIST_PAGE), total: items.length } };
}
