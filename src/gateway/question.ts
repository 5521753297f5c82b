import { type AskedBody, headersOf, plain, type Question } from '#lib/api/asked.ts';
import { ApiError, type Sent, segment } from '#lib/api/client.ts';
import { callOf } from './call-table.ts';

/**
 * A call that a client sends inside the process, as HTTP would bring it.
 *
 * @throws ApiError 404 for a parameter that no address can hold
 */
export async function questionOf({ call: asked, params, query, body, headers }: Sent): Promise<Question> {
  // Pages are bundled apart from the process, so a page's call is another object than ours.
  const known = callOf(asked);
  if (!known) throw new ApiError(404, {});
  const { name, call } = known;
  return {
    name,
    call,
    params: Object.fromEntries(Object.entries(params).map(([key, value]) => [key, asSegment(value)])),
    query: new URLSearchParams(query),
    body: body instanceof FormData ? await multipart(body, headers) : { value: plain(body) },
    headers: headersOf(headers),
  };
}

function asSegment(value: unknown): string {
  const text = segment(value);
  return text.isWellFormed() ? text : segment('');
}

/** Files travel as they do over HTTP: one reader knows their limits. */
async function multipart(form: FormData, headers: Record<string, string>): Promise<AskedBody> {
  const { headers: own, body } = new Response(form);
  headers['content-type'] = own.get('content-type') ?? '';
  return { bytes: body as unknown as AsyncIterable<Uint8Array> };
}
