import { addressOf } from '#lib/api/client.ts';
import type { Call } from '#lib/contract/core.ts';
import { refusal, type Upstream } from './gateway.ts';

export interface Hosts {
  portal: string;
  drive: string;
  /** How long a host may take to begin its answer. */
  timeoutMs: number;
}

const LARGEST_JSON_BYTES = 10 * 1024 * 1024;
const PASSED_ON = ['accept', 'content-type', 'tmz', 'idempotency-key', 'range'];
const PASSED_BACK = [
  'content-type',
  'content-disposition',
  'retry-after',
  'cache-control',
  'etag',
  'last-modified',
  'content-range',
];

/**
 * Connected mode: sends each call of section 7 to the franchise host that its endpoint names, and answers our own calls
 * (`/api/v1/portal/…`) here. The bearer goes to these two hosts and nowhere else.
 *
 * A read is tried a second time when the host did not answer; a write never is.
 */
export function createForwarder(hosts: Hosts, ours: Upstream): Upstream {
  return async (request, caller, known) => {
    const { call } = known;
    if (call.path === '') return refusal(404, 'Não encontramos o que você procura.');
    if (call.path.startsWith('portal/')) return ours(request, caller, known);
    const base = call.host === 'drive' ? hosts.drive : hosts.portal;
    const url = new URL(base + addressOf(call, { params: known.params }));
    url.search = new URL(request.url).search;
    const headers = new Headers();
    for (const name of PASSED_ON) {
      const value = request.headers.get(name);
      if (value !== null && !(name === 'tmz' && call.tmz === false)) headers.set(name, value);
    }
    const bearer = request.headers.get('authorization') ?? (caller.token ? `Bearer ${caller.token}` : null);
    if (bearer && call.auth !== 'none') headers.set('Authorization', bearer);
    headers.set('X-Request-Id', caller.requestId);
    const body = call.method === 'GET' ? undefined : await request.arrayBuffer();
    const attempt = () =>
      fetch(url, {
        method: call.method,
        headers,
        body,
        redirect: 'manual',
        signal: AbortSignal.timeout(hosts.timeoutMs),
      });
    return answerOf(call, attempt);
  };
}

async function answerOf(call: Call, attempt: () => Promise<Response>): Promise<Response> {
  const mayRepeat = call.method === 'GET' && !call.writes;
  let answer: Response | null = await attempt().catch(() => null);
  if (mayRepeat && (answer === null || [502, 503, 504].includes(answer.status)))
    answer = await attempt().catch(() => answer);
  if (answer === null) return silent();
  const headers = new Headers();
  for (const name of PASSED_BACK) {
    const value = answer.headers.get(name);
    if (value !== null) headers.set(name, value);
  }
  headers.set('Cache-Control', 'private, no-store');
  if (answer.ok && call.result) return new Response(answer.body, { status: answer.status, headers });
  return jsonAnswer(answer, headers);
}

/** Anything but JSON where JSON belongs (an error page of a proxy, half a body) becomes one clear sentence. */
async function jsonAnswer(answer: Response, headers: Headers): Promise<Response> {
  if (Number(answer.headers.get('content-length') ?? 0) > LARGEST_JSON_BYTES) return silent();
  const text = await answer.text().catch(() => null);
  const value = text === null ? undefined : parse(text);
  if (answer.ok) return value === undefined ? silent() : new Response(text, { status: answer.status, headers });
  const status = answer.status >= 300 && answer.status < 400 ? 502 : answer.status;
  const detail = (value as { detail?: unknown } | undefined)?.detail;
  if (typeof detail === 'string') return new Response(text, { status, headers });
  return refusal(status, status >= 500 ? SILENT : 'A escola recusou este pedido.');
}

const SILENT = 'O serviço da escola não respondeu. Tente de novo em instantes.';
const silent = () => refusal(502, SILENT, { 'Retry-After': '5' });

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
