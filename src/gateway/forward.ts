import { addressOf } from '#lib/api/client.ts';
import type { Call } from '#lib/contract/core.ts';
import { ask, readUpTo } from './ask.ts';
import { refusal, type Upstream } from './gateway.ts';

export interface Hosts {
  portal: string;
  drive: string;
  /** How long a host may take to answer once it has the request; a file has as long as it needs. */
  timeoutMs: number;
  /** For requests that bring no clock of their own. */
  timeZone: string;
  /** 1: the hosts count hours east of UTC, as we do; -1: west (OPEN-05). */
  tmzSign: 1 | -1;
}

const LARGEST_ANSWER_BYTES = 10 * 1024 * 1024;
const PASSED_ON = ['accept', 'content-type', 'content-length', 'idempotency-key', 'range'];
const PASSED_BACK = ['content-type', 'content-disposition', 'retry-after', 'etag', 'last-modified', 'content-range'];
/** AUTH-26: these never carry a bearer. Other calls that need none carry that of whoever is logged in. */
const BARE = /^(login|financeiro-parcelas)\//;

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
      if (value !== null) headers.set(name, value);
    }
    const bearer = request.headers.get('authorization') ?? (caller.token ? `Bearer ${caller.token}` : null);
    if (bearer && !BARE.test(call.path)) headers.set('Authorization', bearer);
    if (call.tmz !== false) headers.set('tmz', String(hoursOf(request, hosts) * hosts.tmzSign || 0));
    headers.set('X-Request-Id', caller.requestId);
    if (call.method === 'GET') headers.delete('content-length');
    return send(call, url, headers, request.body, hosts.timeoutMs);
  };
}

async function send(call: Call, url: URL, headers: Headers, body: Request['body'], timeoutMs: number) {
  const isRead = call.method === 'GET';
  const init = { method: call.method, headers, body: isRead ? null : body };
  const attempt = () => ask(url, init, { timeoutMs, isFile: call.result !== undefined });
  const mayRepeat = isRead && !call.writes;
  let answer = await attempt();
  if (mayRepeat && (!(answer instanceof Response) || [502, 503, 504].includes(answer.status))) {
    const first = answer;
    answer = await attempt();
    if (!(answer instanceof Response)) answer = first;
    else if (first instanceof Response) await first.body?.cancel();
  }
  if (answer === 'late') return refusal(504, LATE, AGAIN);
  if (answer === 'silent') return refusal(502, SILENT, AGAIN);
  if (answer === 'too-large') return refusal(413, 'Os dados enviados passam do tamanho permitido.');
  return answerOf(call, answer);
}

async function answerOf(call: Call, answer: Response): Promise<Response> {
  const headers = new Headers({ 'Cache-Control': 'private, no-store' });
  for (const name of PASSED_BACK) {
    const value = answer.headers.get(name);
    if (value !== null) headers.set(name, value);
  }
  if (answer.ok && call.result) return new Response(answer.body, { status: answer.status, headers });
  return jsonAnswer(answer, headers);
}

/** Anything but JSON where JSON belongs (an error page of a proxy, half a body) becomes one clear sentence. */
async function jsonAnswer(answer: Response, headers: Headers): Promise<Response> {
  const text = await readUpTo(LARGEST_ANSWER_BYTES, answer);
  if (text === 'late') return refusal(504, LATE, AGAIN);
  const value = text instanceof Uint8Array ? parse(text) : undefined;
  if (answer.ok) {
    if (value === undefined) return refusal(502, SILENT, AGAIN);
    return new Response(text as Uint8Array<ArrayBuffer>, { status: answer.status, headers });
  }
  const status = answer.status >= 300 && answer.status < 400 ? 502 : answer.status;
  const detail = (value as { detail?: unknown } | null | undefined)?.detail;
  if (typeof detail === 'string') return new Response(text as Uint8Array<ArrayBuffer>, { status, headers });
  return refusal(status, status >= 500 ? SILENT : 'A escola recusou este pedido.');
}

const SILENT = 'O serviço da escola não respondeu. Tente de novo em instantes.';
const LATE = 'O serviço da escola demorou demais para responder. Tente de novo em instantes.';
const AGAIN = { 'Retry-After': '5' };

function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return undefined;
  }
}

/** CONST-16: every call carries the clock, also those that pages make while they are rendered. */
function hoursOf(request: Request, { timeZone }: Hosts): number {
  const given = Number(request.headers.get('tmz') || Number.NaN);
  return Number.isFinite(given) ? given : hoursEast(timeZone, new Date());
}

/** @returns the offset of a zone from UTC at a moment: −3 in São Paulo, 5.5 in Kolkata. */
function hoursEast(timeZone: string, at: Date): number {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' }).formatToParts(at);
  const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
  const [, sign, hours, minutes] = /([+-])(\d\d):(\d\d)/.exec(name) ?? [];
  return (sign === '-' ? -1 : 1) * (Number(hours ?? 0) + Number(minutes ?? 0) / 60);
}
