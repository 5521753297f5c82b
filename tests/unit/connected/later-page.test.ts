import { expect, it } from 'vitest';
import { askLaterPage } from '../../../src/connected/later-page.ts';
import type { ApiRequest } from '../../../src/lib/api/request.ts';

const rows = [1, 2, 3, 4, 5, 6, 7];
type Host = (offset: number) => unknown;
const asking = async (host: Host, offset: number) => {
  const requested = { query: new URLSearchParams({ limit: '2', offset: String(offset) }) } as ApiRequest;
  const offsets: number[] = [];
  const unread = async ({ query }: Pick<ApiRequest, 'query'>) => {
    const at = Number(query.get('offset'));
    offsets.push(at);
    return { status: 200, value: host(at) };
  };
  const read = (value: unknown, { ignoresOffset }: { ignoresOffset?: boolean | undefined }) => ({
    value: { value, ignoresOffset },
  });
  const { value } = await askLaterPage({ unread, read }, requested, { limit: 2, offset });
  return { ...(value as { ignoresOffset: boolean }), offsets };
};

it.each<[string, Host, boolean, number[]]>([
  ['pages without a count', (at) => rows.slice(at, at + 2), false, [2, 0]],
  ['has larger pages', (at) => rows.slice(at, at + 4), false, [2, 0]],
  ['ignores paging', () => rows, true, [2, 0]],
  ['answers the same full page', () => ({ items: [1, 2] }), true, [2, 0]],
  ['counts', () => ({ items: [1, 2], total: 7 }), false, [2]],
  ['answers its last rows', () => [7], false, [2]],
])('later pages of a host that %s', async (_what, host, ignoresOffset, offsets) => {
  expect(await asking(host, 2)).toMatchObject({ ignoresOffset, offsets });
});
