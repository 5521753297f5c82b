import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Logger } from 'pino';
import type { ApiBody, ApiHeaders, NamedOperation, Question } from '#lib/api/request.ts';
import { routes } from '#lib/routes.ts';
import { REAUTHENTICATION_NEEDED } from '#lib/rules/people/reauthentication.ts';
import { cookieName } from '#lib/session.ts';
import { findCall } from '../gateway/call-table.ts';
import { readCookies, setCookie } from '../gateway/cookies.ts';
import { type Gateway, noCall, type Outcome, refusal, type Visitor, wrongMethod } from '../gateway/gateway.ts';
import { inputIn, islandAddresses, questionFrom } from '../gateway/question.ts';
import { framedHeaders, inertHeaders } from './headers.ts';

const DROP_MS = 500;
const MAX_DROPPED_BYTES = 64 * 1024 * 1024;
const NO_QUERY = new URLSearchParams();

/** The calls of the API over HTTP: reads a request as a question to the gateway, and writes the answer. */
export function createCalls(gateway: Gateway, operations: readonly NamedOperation[], log: Logger) {
  const islands = islandAddresses(operations);
  const common = lowerCased(inertHeaders);

  async function answer(request: IncomingMessage, url: URL, visitor: Visitor): Promise<Outcome> {
    const { method = '' } = request;
    const ask = (question: Question) => gateway(question, { visitor, cookies: readCookies(request.headers.cookie) });
    const operation = islands.get(url.pathname);
    if (operation) {
      const { method: expected } = operation.call;
      if ((method === 'HEAD' ? 'GET' : method) !== expected) return wrongMethod(expected);
      const body = expected === 'GET' ? inputIn(url) : bodyOf(request);
      return ask(questionFrom(operation, headersOf(request), body));
    }
    const known = findCall(method === 'HEAD' ? 'GET' : method, url.pathname);
    if (!known) return noCall(url.pathname);
    const query = url.search === '' ? NO_QUERY : url.searchParams;
    return ask({ ...known, query, headers: headersOf(request), body: bodyOf(request) });
  }

  return async (request: IncomingMessage, response: ServerResponse, url: URL, visitor: Visitor): Promise<void> => {
    const failed = (error: unknown) => {
      log.error({ err: error, requestId: visitor.requestId }, 'call failed');
      return refusal(500, 'Algo deu errado do nosso lado. Tente de novo em instantes.');
    };
    const { secure } = visitor;
    if (request.method !== 'GET' && request.method !== 'HEAD') response.once('finish', () => drop(request));
    const outcome = answerOnPage(request, url, await answer(request, url, visitor).catch(failed));
    await write(response, outcome, common, secure).catch((error: unknown) => {
      // A client that disconnects is not an error of ours.
      if ((error as NodeJS.ErrnoException).code === 'ERR_STREAM_PREMATURE_CLOSE') return;
      const broken = failed(error);
      if (response.headersSent) response.destroy();
      else void write(response, broken, common, secure);
    });
  };
}

/** A link to a file that needs re-authentication leads to the page for that (0097). Other clients get the refusal. */
function answerOnPage({ method, headers }: IncomingMessage, url: URL, outcome: Outcome): Outcome {
  const isVisit = method === 'GET' && headers['sec-fetch-mode'] === 'navigate';
  if (!isVisit || outcome.status !== 403 || (outcome.value as { code?: string }).code !== REAUTHENTICATION_NEEDED)
    return outcome;
  return { ...outcome, status: 303, headers: { location: routes.profile.confirm(url.pathname + url.search) } };
}

/** Writes an answer: a value as JSON, a file as it comes. */
async function write(
  response: ServerResponse,
  { status, headers, value, content, cookies = [] }: Outcome,
  common: Readonly<Record<string, string>>,
  secure: boolean,
): Promise<void> {
  const all: Record<string, string | number | string[]> = {
    'cache-control': 'private, no-store',
    ...headers,
    ...common,
    ...(headers?.['x-frame-options'] === 'SAMEORIGIN' && framedHeaders),
  };
  if (cookies.length > 0) {
    all['set-cookie'] = cookies.map(({ base, value: text, maxAge }) =>
      setCookie(cookieName(base, secure), text, { secure, maxAge }),
    );
  }
  if (content === undefined) all['content-type'] = 'application/json; charset=utf-8';
  const whole = content ?? JSON.stringify(value);
  if (typeof whole === 'string' || whole instanceof Uint8Array) {
    if (response.destroyed) return;
    all['content-length'] = Buffer.byteLength(whole);
    // Node sends no body for HEAD.
    response.writeHead(status, all).end(whole);
    return;
  }
  const isRequested = !response.destroyed && response.req.method !== 'HEAD';
  if (!isRequested) await letGo(whole);
  // If a stored file is missing, its error arrives before the headers are sent.
  else if (whole instanceof Readable) await once(whole, 'readable');
  if (response.destroyed) return;
  response.writeHead(status, all);
  if (isRequested) await pipeline(whole, response);
  else response.end();
}

async function letGo(content: AsyncIterable<Uint8Array>): Promise<void> {
  if (content instanceof Readable) content.destroy();
  else await content[Symbol.asyncIterator]().return?.();
}

/** Reads and drops the rest of a body for a moment, then cuts the sender off. */
function drop(request: IncomingMessage): void {
  if (request.readableEnded || request.destroyed) return;
  let bytes = 0;
  const cut = () => request.socket.destroySoon();
  const timer = setTimeout(cut, DROP_MS).unref();
  request.once('close', () => clearTimeout(timer));
  request.on('data', (chunk: Uint8Array) => {
    bytes += chunk.byteLength;
    if (bytes > MAX_DROPPED_BYTES) cut();
  });
  request.resume();
}

/** Joins a repeated header with commas, as the standard has it, so that no reader takes just one of the values. */
const headersOf = (request: IncomingMessage): ApiHeaders => ({
  // `headersDistinct` parses all headers again, but most calls read three, and most of those are absent.
  get: (name) => (request.headers[name] === undefined ? null : (request.headersDistinct[name]?.join(', ') ?? null)),
  has: (name) => request.headers[name] !== undefined,
});

/** The answer is still sent when a reader of the body stops early. */
const bodyOf = (request: IncomingMessage): ApiBody => ({
  bytes: { [Symbol.asyncIterator]: () => request.iterator({ destroyOnReturn: false }) },
});

const lowerCased = (headers: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
