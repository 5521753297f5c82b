import { addressOf } from '#lib/api/client.ts';
import type { User } from '#lib/contract/account.schema.ts';
import type { LoginAnswer } from '#lib/contract/auth.schema.ts';
import { type CallName, schemaOf } from '#lib/contract/index.schema.ts';
import { aheadOfUtc } from '#lib/rules/time/instants.ts';
import { HOUR_MS } from '#lib/rules/time/spans.ts';
import { type Caller, tokenOf } from '#lib/session.ts';
import type { KnownCall } from '../gateway/call-table.ts';
import { refusal, type Upstream } from '../gateway/gateway.ts';
import { answerOwnCall } from './answer-own-call.ts';
import { type AnswerReader, createAnswerReader } from './answer-reader.ts';
import { askHost, readUpTo } from './ask-host.ts';
import { createBillOwners } from './bill-owner.ts';
import { type Breaker, createBreaker } from './breaker.ts';
import { logInAtHost, payOwnBill } from './guarded-calls.ts';
import type { AskHosts } from './host-client.ts';
import { createLoginChoices } from './login-choice.ts';
import { isOwn } from './own-calls.ts';
import { createVouchedUsers, type VouchedUsers } from './vouched-users.ts';

export interface HostSettings {
  portal: string;
  drive: string;
  /** How long a host may take to answer once it has the request. A file has no limit. */
  timeoutMs: number;
  /** How long a call that brings no answers rests. */
  pauseMs: number;
  /** For requests without a clock of their own. */
  timeZone: string;
  /** 1: the hosts count hours east of UTC, as we do; -1: west (OPEN-05). */
  tmzSign: 1 | -1;
  /** The key that the hosts sign push messages with; absent: unknown. */
  pushKey?: string;
  /** Keys of 32 bytes that encrypt the choice among several accounts. */
  choiceKeys: Parameters<typeof createLoginChoices>[0];
}

/** Hears of an answer that breaks the contract: the place, never the content. */
export type OnMisfit = (call: string, places: string[]) => void;

const MAX_ANSWER_BYTES = 10 * 1024 * 1024;
const PASSED_ON = ['accept', 'content-type', 'content-length', 'idempotency-key', 'range'];
const PASSED_BACK = ['content-type', 'content-disposition', 'retry-after', 'etag', 'last-modified', 'content-range'];
/** AUTH-26: these calls never carry a bearer. Other calls that need none carry the token of the logged-in user. */
const BARE = /^(login|financeiro-parcelas)\//;
const BILLS = /^financeiro-parcelas\//;
const LOGINS: ReadonlySet<CallName> = new Set<CallName>(['auth.login', 'auth.loginWithBookCode']);

/**
 * Connected mode. Sends each call of section 7 to the franchise host that its endpoint names. Answers our own calls
 * (`/api/v1/portal/…`) here, for the user that the portal host vouches for. The bearer goes only to these two hosts.
 *
 * A read is tried a second time when the host hangs up or is away. A write is never repeated. A call that keeps
 * bringing no answer rests for a while.
 */
export function createForwarder(hosts: HostSettings, school: Upstream, onMisfit: OnMisfit = () => undefined): Upstream {
  const parts = {
    hosts,
    breaker: createBreaker(hosts.pauseMs),
    users: createVouchedUsers(new URL(hosts.portal).host),
    reader: createAnswerReader(onMisfit),
    choices: createLoginChoices(hosts.choiceKeys),
    owners: createBillOwners(),
  };
  const forwarded: AskHosts = (request, caller, known) => forward(parts, request, caller, known);
  const askHosts: AskHosts = (request, caller, known) => {
    if (LOGINS.has(known.name)) return logInAtHost(parts.choices, forwarded, request, caller, known);
    if (BILLS.test(known.call.path)) return payOwnBill(parts.owners, forwarded, request, caller, known);
    return forwarded(request, caller, known);
  };
  return async (request, caller, known) => {
    if (!known) return refusal(404, 'Não encontramos o que você procura.');
    const { name } = known;
    if (!isOwn(name)) return askHosts(request, caller, known);
    const { users } = parts;
    return answerOwnCall({ pushKey: hosts.pushKey, users, askHosts, school }, request, caller, { ...known, name });
  };
}

interface Forwarding {
  hosts: HostSettings;
  breaker: Breaker;
  users: VouchedUsers;
  reader: AnswerReader;
}

async function forward(parts: Forwarding, request: Request, caller: Caller, known: KnownCall): Promise<Response> {
  const { hosts, users } = parts;
  const { call } = known;
  const base = call.host === 'drive' ? hosts.drive : hosts.portal;
  const url = new URL(base + addressOf(call, { params: known.params }));
  url.search = new URL(request.url).search;
  const headers = new Headers();
  for (const name of PASSED_ON) {
    const value = request.headers.get(name);
    if (value !== null) headers.set(name, value);
  }
  const bearer = request.headers.get('authorization') ?? (caller.token ? `Bearer ${caller.token}` : null);
  const isBare = BARE.test(call.path);
  if (bearer && !isBare) headers.set('Authorization', bearer);
  // A token of another client is a matter between that client and the host.
  const session = isBare || request.headers.has('authorization') ? undefined : caller.token;
  if (session && users.hasEnded(session)) return refusal(401, ENDED);
  if (call.tmz !== false) headers.set('tmz', String(hoursOf(request, hosts) * hosts.tmzSign || 0));
  headers.set('X-Request-Id', caller.requestId);
  if (call.method === 'GET') headers.delete('content-length');
  const answer = await send(parts, known, url, headers, request.body);
  const token = tokenOf(request, caller);
  if (session && answer.status === 401) users.end(session);
  else if (token && answer.status === 401) users.forget(token);
  // The whole answer was read already, so these are copies in memory.
  if (answer.ok && LOGINS.has(known.name)) {
    const { access_token } = (await answer.clone().json()) as LoginAnswer;
    if (access_token) users.begin(access_token);
  }
  if (token && answer.ok && known.name === 'account.getMe') {
    users.remember(token, (await answer.clone().json()) as User);
  }
  return answer;
}

async function send(
  { hosts, breaker, reader }: Forwarding,
  known: KnownCall,
  url: URL,
  headers: Headers,
  body: Request['body'],
) {
  const { call, name } = known;
  const open = breaker.isOpen(name);
  if (open) return noAnswer(open);
  const init = { method: call.method, headers, body: call.method === 'GET' ? null : body };
  // A second try gets only the rest of the time, so nobody waits longer than the limit.
  const began = performance.now();
  const attempt = () => {
    const timeoutMs = Math.max(1, hosts.timeoutMs - (init.body ? 0 : performance.now() - began));
    return askHost(url, init, { timeoutMs, isFile: call.result !== undefined });
  };
  let answer = await attempt();
  const isAway = answer instanceof Response ? AWAY.has(answer.status) : answer === 'silent' || answer === 'cut';
  // A late host would be late again.
  if (!isWrite(known) && isAway) {
    const first = answer;
    answer = await attempt();
    if (!(answer instanceof Response)) answer = first;
    else if (first instanceof Response) await first.body?.cancel();
  }
  if (answer === 'too-large') return refusal(413, 'Os dados enviados passam do tamanho permitido.');
  // Nobody waits for this answer any more, and the host did nothing wrong.
  if (answer === 'given-up') return refusal(400, 'O envio foi interrompido. Tente de novo.');
  const read = answer instanceof Response ? await answerOf(known, answer, reader) : answer;
  if (read instanceof Response) {
    breaker.answered(name);
    return read;
  }
  // A host that starts an answer and stops is as bad as one that does not start.
  breaker.failed(name, read === 'late' ? read : 'silent');
  if (read === 'silent' || !mayBeDone(known)) return noAnswer(read);
  return refusal(read === 'late' ? 504 : 502, UNSURE);
}

const AWAY: ReadonlySet<number> = new Set([502, 503, 504]);
const isWrite = ({ call }: KnownCall) => call.method !== 'GET' || call.writes === true;
/** A repeated write could happen twice. A repeated login is harmless. */
const mayBeDone = (known: KnownCall) => isWrite(known) && !LOGINS.has(known.name);
const noAnswer = (how: 'late' | 'silent' | 'cut') =>
  how === 'late' ? refusal(504, LATE, AGAIN) : refusal(502, SILENT, AGAIN);

async function answerOf(known: KnownCall, answer: Response, reader: AnswerReader): Promise<Response | 'late'> {
  const headers = new Headers({ 'Cache-Control': 'private, no-store' });
  for (const name of PASSED_BACK) {
    const value = answer.headers.get(name);
    if (value !== null) headers.set(name, value);
  }
  if (answer.ok && known.call.result) return new Response(answer.body, { status: answer.status, headers });
  return jsonAnswer(known, answer, headers, reader);
}

/** An answer that should be JSON and is not (a proxy's error page, half a body) becomes one clear sentence. */
async function jsonAnswer(known: KnownCall, answer: Response, headers: Headers, reader: AnswerReader) {
  const text = await readUpTo(MAX_ANSWER_BYTES, answer);
  if (text === 'late') return text;
  const value = text instanceof Uint8Array ? parse(text) : undefined;
  if (answer.ok) {
    if (text instanceof Uint8Array && text.length === 0 && answersDetail(known)) {
      return Response.json({ detail: DONE }, { headers: withoutLength(headers) });
    }
    const fitted = value === undefined ? null : reader.read(known.name, value);
    if (!fitted && mayBeDone(known)) return refusal(502, UNSURE);
    if (!fitted) return text instanceof Uint8Array ? refusal(502, UNREADABLE) : noAnswer('silent');
    return new Response(JSON.stringify(fitted.value), { status: answer.status, headers: withoutLength(headers) });
  }
  const status = answer.status >= 300 && answer.status < 400 ? 502 : answer.status;
  const detail = (value as { detail?: unknown } | null | undefined)?.detail;
  if (typeof detail === 'string') return new Response(text as Uint8Array<ArrayBuffer>, { status, headers });
  if (status < 500) return refusal(status, 'A escola recusou este pedido.');
  // A proxy says that the host behind it is away.
  return refusal(status, AWAY.has(answer.status) ? SILENT : BROKEN);
}

/** A write that answers with one sentence may also answer with nothing (204). */
function answersDetail(known: KnownCall): boolean {
  const parsed = isWrite(known) ? schemaOf(known.name).result.safeParse({ detail: DONE }) : undefined;
  return parsed?.success === true && (parsed.data as { detail?: unknown }).detail === DONE;
}

/** An answer that we rewrite has another length and another tag. */
function withoutLength(headers: Headers): Headers {
  for (const name of ['content-length', 'etag', 'last-modified', 'content-range']) headers.delete(name);
  headers.set('Content-Type', 'application/json; charset=utf-8');
  return headers;
}

const ENDED = 'Sua sessão terminou. Entre de novo.';
const SILENT = 'O serviço da escola não respondeu. Tente de novo em instantes.';
const BROKEN = 'O serviço da escola respondeu com um erro. Tente de novo em instantes.';
const LATE = 'O serviço da escola demorou demais para responder. Tente de novo em instantes.';
const UNSURE = 'A escola não confirmou o pedido. Ele pode ter sido feito: confira antes de repetir.';
const DONE = 'Feito.';
const UNREADABLE = 'A escola respondeu de um jeito que o portal não entende. Avise a secretaria.';
const AGAIN = { 'Retry-After': '5' };

function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return undefined;
  }
}

/** CONST-16: every call carries the clock, also a call that a page makes while the server renders it. */
function hoursOf(request: Request, { timeZone }: HostSettings): number {
  const given = Number(request.headers.get('tmz') || Number.NaN);
  return Number.isFinite(given) ? given : aheadOfUtc(timeZone, new Date()) / HOUR_MS;
}
