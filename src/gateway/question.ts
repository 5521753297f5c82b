import { ApiError, type Sent, segment } from '#lib/api/client.ts';
import {
  type ApiBody,
  type ApiHeaders,
  bytesOf,
  headersOf,
  type NamedOperation,
  plain,
  type Question,
} from '#lib/api/request.ts';
import { API_PREFIX, ISLAND_PATH } from '#lib/contract/core.ts';
import { callOf } from './call-table.ts';

/**
 * Turns a call made inside the process into the request that HTTP would deliver.
 *
 * @throws ApiError 404 for a parameter that no address can hold
 */
export async function questionOf({ call: request, params, query, body, headers }: Sent): Promise<Question> {
  // Pages are bundled apart from the process, so a page’s call object is not identical to ours.
  const known = callOf(request);
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

const NO_QUERY = new URLSearchParams();

/** Operations that islands may call, by URL path. */
export const islandAddresses = (operations: readonly NamedOperation[]): ReadonlyMap<string, NamedOperation> =>
  new Map(
    operations.flatMap((each) => (each.isForIslands ? [[`${API_PREFIX}${ISLAND_PATH}${each.name}/`, each]] : [])),
  );

/** The input of a read operation, from the query of its URL. */
export const inputIn = ({ searchParams }: URL): ApiBody => ({ bytes: bytesOf(searchParams.get('input') ?? '{}') });

/** The request for an operation that arrived over HTTP. @param body its input, as JSON */
export const questionFrom = (operation: NamedOperation, headers: ApiHeaders, body: ApiBody): Question => ({
  name: operation.name,
  call: operation.call,
  operation,
  params: {},
  query: NO_QUERY,
  headers,
  body,
});

/** The request for an operation that a page calls: its input is passed by value. @param headers names in lower case */
export const questionAbout = (
  operation: NamedOperation,
  input: unknown,
  headers: Readonly<Record<string, string>>,
): Question => questionFrom(operation, headersOf(headers), { value: plain(input) });

function asSegment(value: unknown): string {
  const text = segment(value);
  return text.isWellFormed() ? text : segment('');
}

/** Encodes files as HTTP would, so that a single reader enforces their limits. */
async function multipart(form: FormData, headers: Record<string, string>): Promise<ApiBody> {
  const { headers: own, body } = new Response(form);
  headers['content-type'] = own.get('content-type') ?? '';
  return { bytes: body as unknown as AsyncIterable<Uint8Array> };
}
