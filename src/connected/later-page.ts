import type { Answered, ApiRequest, Upstream } from '#lib/api/request.ts';
import { refusal } from '../gateway/gateway.ts';
import { isFields } from './complete-answer.ts';
import { UNREADABLE } from './host-refusals.ts';
import type { Paging } from './tolerant-reader.ts';

interface Upstreams {
  /** Asks the host; the answer is unchecked JSON. */
  unread: Upstream;
  read(value: unknown, paging: Paging): { value: unknown } | null;
}

/**
 * Requests a page after the first from a host that may neither count nor page. A full list without a count is compared
 * with the host’s first page: an identical answer means that the host ignores the offset.
 */
export async function askLaterPage(
  { unread, read }: Upstreams,
  request: ApiRequest,
  paging: Paging,
): Promise<Answered> {
  const answer = await unread(request);
  if (!isOk(answer)) return answer;
  const ignoresOffset = isFull(answer.value, paging.limit) && (await isFirstPage(unread, request, answer.value));
  const fitted = read(answer.value, { ...paging, ignoresOffset });
  return fitted ? { ...answer, value: fitted.value } : refusal(502, UNREADABLE);
}

async function isFirstPage(unread: Upstream, request: ApiRequest, value: unknown): Promise<boolean> {
  const query = new URLSearchParams(request.query);
  query.set('offset', '0');
  const first = await unread({ ...request, query });
  return isOk(first) && JSON.stringify(first.value) === JSON.stringify(value);
}

const isOk = ({ status }: Answered) => status >= 200 && status < 300;

/** Whether an answer is or holds a full list without a count, which may have another page. */
function isFull(value: unknown, limit: number): boolean {
  if (Array.isArray(value)) return value.length >= limit;
  return isFields(value) && (value.total ?? null) === null && Object.values(value).some((each) => isFull(each, limit));
}
