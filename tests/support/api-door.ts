import { Readable } from 'node:stream';
import { findCall, type KnownCall } from '../../src/gateway/call-table.ts';
import { noCall } from '../../src/gateway/gateway.ts';
import { inputIn, islandAddresses, questionAbout, questionFrom, questionOf } from '../../src/gateway/question.ts';
import { type Answered, bytesOf, type Caller, type NamedOperation, type Upstream } from '../../src/lib/api/request.ts';
import type { Call } from '../../src/lib/contract/core.ts';
import { allOperations } from '../../src/server/app.ts';
import type { ServedOperation } from '../../src/server/core/http/operation.ts';
import { formBody } from './form-body.ts';

const operations = allOperations();
const islands = islandAddresses(operations);

export function operationNamed(name: string): ServedOperation {
  const found = operations.find((each) => each.name === name);
  if (!found) throw new Error(`There is no operation ${name}`);
  return found;
}

/** Sends a request to the API without a socket, as the process would pass it on, and returns the response. */
export async function askApi(api: Upstream, request: Request, caller: Partial<Caller> = {}): Promise<Response> {
  const url = new URL(request.url);
  const known = findCall(request.method === 'HEAD' ? 'GET' : request.method, url.pathname);
  const operation = islands.get(url.pathname);
  if (!known && !operation) return responseOf(noCall(url.pathname));
  const bytes = (request.body ?? bytesOf('')) as AsyncIterable<Uint8Array>;
  const sender = { requestId: 'test', address: 'test', host: url.host, ...caller };
  const { headers } = request;
  const question = operation
    ? questionFrom(operation, headers, operation.call.method === 'GET' ? inputIn(url) : { bytes })
    : { ...(known as KnownCall), query: url.searchParams, headers, body: { bytes } };
  return responseOf(await api({ ...question, caller: sender }));
}

interface Parts {
  params?: Readonly<Record<string, unknown>>;
  query?: Readonly<Record<string, unknown>>;
  body?: unknown;
}

/** Sends a call as a page does: in process, the body by value. @param headers names in any case */
export async function askInProcess(
  api: Upstream,
  call: Call,
  { params = {}, query = {}, body }: Parts,
  headers: Readonly<Record<string, string>> = {},
  caller: Partial<Caller> = {},
): Promise<Answered> {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== null && value !== '');
  const sent = {
    call,
    params,
    query: Object.fromEntries(given.map(([name, value]) => [name, String(value)])),
    body: call.body === 'form' ? Object.fromEntries(formBody(body)) : body,
    headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])),
  };
  const sender = { requestId: 'test', address: 'test', host: 'aluno.example', ...caller };
  return api({ ...(await questionOf(sent)), caller: sender });
}

/** Calls an operation as a page does. @param headers names in any case */
export async function askOperation(
  api: Upstream,
  operation: NamedOperation,
  input: unknown,
  headers: Readonly<Record<string, string>> = {},
  caller: Partial<Caller> = {},
): Promise<Answered> {
  const named = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  const sender = { requestId: 'test', address: 'test', host: 'aluno.example', ...caller };
  return api({ ...questionAbout(operation, input, named), caller: sender });
}

/** An answer of the API as an HTTP response. Values for cookies of the gateway are in `x-portal-…` headers. */
export function responseOf({ status, headers, value, content, stored = {} }: Answered): Response {
  const all = new Headers({ 'cache-control': 'private, no-store', ...headers });
  for (const [name, text] of Object.entries(stored)) all.set(`x-portal-${name}`, text);
  if (content === undefined) all.set('content-type', 'application/json; charset=utf-8');
  const whole = content ?? JSON.stringify(value);
  if (typeof whole === 'string' || whole instanceof Uint8Array) {
    all.set('content-length', String(Buffer.byteLength(whole)));
    return new Response(whole as string, { status, headers: all });
  }
  return new Response(Readable.toWeb(Readable.from(whole)) as ReadableStream, { status, headers: all });
}
