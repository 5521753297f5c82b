import type { Client } from '#lib/api/client.ts';
import { partOf } from '#lib/api/part.ts';
import { getUser, searchUsers } from '#lib/contract/account.ts';
import type { BroadcastInput } from '#lib/contract/broadcasts.schema.ts';

const MAX_NAMED = 30;
const MAX_FOUND = 8;

/** Names of individually chosen people; if only some are found, the others remain numbers. */
export async function namesOf(api: Client, audience: BroadcastInput['audience']): Promise<Record<number, string>> {
  const ids = [...audience.user_ids, ...audience.exclude_user_ids].slice(0, MAX_NAMED);
  const people = await Promise.all(ids.map((id) => partOf(api(getUser, { params: { id } }))));
  return Object.fromEntries(people.flatMap((part) => (part.ok ? [[part.data.id, part.data.full_name]] : [])));
}

/** Finds people by name, for the form without a script. */
export async function peopleCalled(api: Client, q: string) {
  const part = await partOf(api(searchUsers, { query: { q, limit: MAX_FOUND } }));
  return part.ok ? part.data.items.map(({ id, full_name, school_name }) => ({ id, full_name, school_name })) : [];
}
