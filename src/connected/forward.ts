import { addressOf } from '#lib/api/client.ts';
import { type Answered, type ApiRequest, type Connected, tokenOf, type Upstream } from '#lib/api/request.ts';
import { type BrandKey, brandOf } from '#lib/brand.ts';
import { User } from '#lib/contract/account.schema.ts';
import type { LoginAnswer } from '#lib/contract/auth.schema.ts';
import { type CallName, schemaOf } from '#lib/contract/index.schema.ts';
import { aheadOfUtc } from '#lib/rules/time/instants.ts';
import { HOUR_MS } from '#lib/rules/time/spans.ts';
import { refusal } from '../gateway/gateway.ts';
import { answerOwnOperation } from './answer-own-operation.ts';
import { type AnswerReader, type Asking, createAnswerReader, type ReaderEars } from './answer-reader.ts';
import { askHost, type Outgoing, readAnswer } from './ask-host.ts';
import { type BillOwners, createBillOwners } from './bill-owner.ts';
import type { Breaker, Waiter } from './breaker.ts';
import { isFields } from './complete-answer.ts';
import { createExternalUsers, type ExternalUsers } from './external-users.ts';
import { changeOwnUser, logInAtHost, orderAtShownPrice, payOwnBill } from './guarded-calls.ts';
import { refusalIn, refusedBy, UNREADABLE, UNSURE } from './host-refusals.ts';
import { askLaterPage } from './later-page.ts';
import { createLoginChoices } from './login-choice.ts';
import { beginAnew, isRead, timeoutFor, waiterOf } from './page-timeout.ts';
import { sentBody } from './sent-body.ts';
import { defOf, type Paging } from './tolerant-reader.ts';

export interface HostSettings {
  /** The portal host of each brand; the requested host name decides the brand. */
  portal: Readonly<Record<BrandKey, string>>;
  brand2Keyword: string;
  drive: string;
  /** How long a host may take to answer once it has the request. A file has no limit. */
  timeoutMs: number;
  /** How long the reads of one page may take together. */
  partMs: number;
  /** Pauses calls that get no answers. */
  breaker: Breaker;
  /** For requests without a clock of their own. */
  timeZone: string;
  /** 1: the hosts count hours east of UTC, as we do; -1: west (OPEN-05). */
  tmzSign: 1 | -1;
  /** The key that the hosts sign push messages with; absent: unknown. */
  pushKey?: string;
  /** Keys of 32 bytes that encrypt the choice among several accounts. */
  choiceKeys: Parameters<typeof createLoginChoices>[0];
  /** Called with the host’s response time, and whether it answered without a server error. */
  onAnswer(host: 'portal' | 'drive', isWell: boolean, seconds: number): void;
}

/** The school in this process. */
interface EmbeddedSchool {
  /** For the operations that it can answer alone. */
  api: Upstream;
  /** The mode of each operation in connected mode, by name. */
  connectedModes: ReadonlyMap<string, Connected | 'host'>;
}

const MAX_ANSWER_BYTES = 10 * 1024 * 1024;
const PASSED_ON = ['accept', 'idempotency-key', 'range'];
const PASSED_BACK = ['content-disposition', 'retry-after'];
/** An answer that we write anew has another type, length and tag. */
const OF_A_FILE = ['content-type', 'etag', 'last-modified', 'content-range'];
/** AUTH-26: these calls never carry a bearer. Other calls that need none carry the token of the logged-in user. */
const BARE = /^(login|financeiro-parcelas)\//;
const BILLS = /^financeiro-parcelas\//;
const LOGINS: ReadonlySet<string> = new Set<CallName>(['auth.login', 'auth.loginWithBookCode']);

/**
 * Connected mode. Sends each call of section 7 to the franchise host that its endpoint names. Answers our own calls
 * (`/api/v1/portal/…`) here, for the user that the portal host confirms. The bearer goes only to these two hosts.
 *
 * A read is tried a second time when the host hangs up or is away. A write is never repeated. A call that keeps
 * bringing no answer rests for a while.
 */
export function createForwarder(
  hosts: HostSettings,
  { api: school, connectedModes }: EmbeddedSchool,
  ears: ReaderEars,
): Upstream {
  const reader = createAnswerReader(hosts.timeZone, ears);
  const choices = createLoginChoices(hosts.choiceKeys);
  const open = (brand: BrandKey, { users, owners }: KnownOfHost): Upstream => {
    const portal = hosts.portal[brand];
    const parts = { hosts, portal, brand, breaker: hosts.breaker, users, reader };
    const forwarded: Upstream = (request) => forward(parts, request);
    const unread: Upstream = (request) => forward({ ...parts, reader: asItCame }, request);
    const askHosts: Upstream = (request) => {
      if (LOGINS.has(request.name)) return logInAtHost(choices, forwarded, request);
      if (BILLS.test(request.call.path)) return payOwnBill(owners, { askHosts: forwarded, unread }, request);
      if (request.name === 'orders.createOrder') return orderAtShownPrice(forwarded, request);
      if (changesUser(request)) {
        const read = (value: unknown) => reader.read(request.name, value, { brand });
        return changeOwnUser({ askHosts: forwarded, unread, read }, request);
      }
      const { paging } = askingOf(request, brand);
      if (!paging?.offset) return forwarded(request);
      const read = (value: unknown, part: Paging) => reader.read(request.name, value, { brand, paging: part });
      return askLaterPage({ unread, read }, request, paging);
    };
    return async (request) => {
      const mode = connectedModes.get(request.name);
      if (!mode) throw new Error(`Nothing says what connected mode makes of ${request.name}`);
      if (mode === 'host') return askHosts(request);
      const { pushKey, timeZone } = hosts;
      return answerOwnOperation({ pushKey, timeZone, users, askHosts, school }, request, mode);
    };
  };
  // Two brands may share a host, and then its cached state; each still reads answers as its own.
  const known = knownOf(hosts.portal.knn);
  const isShared = hosts.portal.phenom === hosts.portal.knn;
  const ofBrand = {
    knn: open('knn', known),
    phenom: open('phenom', isShared ? known : knownOf(hosts.portal.phenom)),
  };
  return (request) => ofBrand[brandOf(request.caller.host, { keyword: hosts.brand2Keyword })](request);
}

/** The cached state of a portal host. */
interface KnownOfHost {
  users: ExternalUsers;
  owners: BillOwners;
}
const knownOf = (portal: string): KnownOfHost => ({
  users: createExternalUsers(new URL(portal).host),
  owners: createBillOwners(),
});

/** For answers of which only some ids are used. */
const asItCame: AnswerReader = { read: (_call, value) => ({ value }) };
/** The registration, the profile and the club membership: they answer the user. */
const changesUser = ({ name, call }: ApiRequest) => call.method === 'PUT' && schemaOf(name).result === User;

interface Forwarding {
  hosts: HostSettings;
  /** The address of the brand's portal host. */
  portal: string;
  brand: BrandKey;
  breaker: Breaker;
  users: ExternalUsers;
  reader: AnswerReader;
}

async function forward(parts: Forwarding, request: ApiRequest): Promise<Answered> {
  const { hosts, users } = parts;
  const { name, call, params, query, caller } = request;
  const base = call.host === 'drive' ? hosts.drive : parts.portal;
  const url = new URL(base + addressOf(call, { params }));
  url.search = query.toString();
  const body = sentBody(request);
  const headers = new Headers(body?.headers);
  for (const passed of PASSED_ON) {
    const value = request.headers.get(passed);
    if (value !== null) headers.set(passed, value);
  }
  const bearer = request.headers.get('authorization') ?? (caller.token ? `Bearer ${caller.token}` : null);
  const isBare = BARE.test(call.path);
  if (bearer && !isBare) headers.set('authorization', bearer);
  // The session of another client’s token concerns only that client and the host.
  const session = isBare || request.headers.has('authorization') ? undefined : caller.token;
  if (session && users.hasEnded(session)) return refusal(401, ENDED);
  if (call.tmz !== false) headers.set('tmz', String(hoursOf(request, hosts) * hosts.tmzSign || 0));
  headers.set('x-request-id', caller.requestId);
  const answer = await send(parts, request, url, { method: call.method, headers, body: body?.bytes ?? null });
  if (!isRead(request)) beginAnew(request);
  const token = tokenOf(request);
  if (session && answer.status === 401) users.end(session);
  else if (token && answer.status === 401) users.forget(token);
  if (!isOk(answer.status)) return answer;
  if (LOGINS.has(name)) {
    const { access_token } = answer.value as LoginAnswer;
    if (access_token) users.begin(access_token);
  }
  if (token && name === 'account.getMe') users.remember(token, answer.value as User);
  return answer;
}

const isOk = (status: number) => status >= 200 && status < 300;

async function send(parts: Forwarding, request: ApiRequest, url: URL, outgoing: Outgoing): Promise<Answered> {
  const { hosts, breaker } = parts;
  const { call } = request;
  // The host of one brand may be away while the other brand’s host answers.
  const name = `${request.name} ${url.host}`;
  const waiter: Waiter = isRead(request) && request.caller.page ? 'page' : 'whole';
  const open = breaker.isOpen(name, waiter, request.caller.requestId);
  if (open) return noAnswer(open);
  // A second try gets only the rest of the time, so nobody waits longer than the limit.
  const began = performance.now();
  const timeoutNow = isRead(request) ? timeoutFor(request, hosts, began) : hosts.timeoutMs;
  const attempt = async () => {
    const started = performance.now();
    const timeoutMs = Math.max(1, timeoutNow - (outgoing.body ? 0 : started - began));
    const response = await askHost(url, outgoing, { timeoutMs, isFile: call.result !== undefined });
    const isWell =
      response instanceof Response ? response.status < 500 : response === 'given-up' || response === 'too-large';
    hosts.onAnswer(call.host === 'drive' ? 'drive' : 'portal', isWell, (performance.now() - started) / 1000);
    return response;
  };
  let answer = await attempt();
  const isAway = answer instanceof Response ? AWAY.has(answer.status) : answer === 'silent' || answer === 'cut';
  // A late host would be late again, so it is not retried.
  if (!isWrite(request) && isAway) {
    const first = answer;
    answer = await attempt();
    if (!(answer instanceof Response)) answer = first;
    else if (first instanceof Response) await first.body?.cancel();
  }
  if (answer === 'too-large') return refusal(413, 'Os dados enviados passam do tamanho permitido.');
  // The sender is gone, and the host did nothing wrong.
  if (answer === 'given-up') return refusal(400, 'O envio foi interrompido. Tente de novo.');
  const read = answer instanceof Response ? await answerOf(parts, request, answer) : answer;
  if (typeof read !== 'string') {
    breaker.answered(name, performance.now() - began <= hosts.partMs ? 'page' : 'whole');
    return read;
  }
  // A host that starts an answer and stops counts as one that does not start. The waiter does not matter for a dropped
  // connection: the host would drop it for everybody.
  const learnt = read === 'late' ? waiterOf(timeoutNow, hosts) : 'whole';
  if (learnt) breaker.failed(name, read === 'late' ? read : 'silent', learnt);
  if (read === 'silent' || !mayBeDone(request)) return noAnswer(read);
  return refusal(read === 'late' ? 504 : 502, UNSURE);
}

const AWAY: ReadonlySet<number> = new Set([502, 503, 504]);
const isWrite = ({ call }: ApiRequest) => call.method !== 'GET' || call.writes === true;
/** Whether a repeat could happen twice. A repeated login is harmless, and so is the code of a running charge. */
const mayBeDone = (request: ApiRequest) =>
  isWrite(request) && !LOGINS.has(request.name) && request.name !== 'finance.payWithPix';
const noAnswer = (how: 'late' | 'silent' | 'cut') =>
  how === 'late' ? refusal(504, LATE, AGAIN) : refusal(502, SILENT, AGAIN);

async function answerOf(parts: Forwarding, request: ApiRequest, answer: Response): Promise<Answered | 'late'> {
  const passed = request.call.result && answer.ok ? [...OF_A_FILE, ...PASSED_BACK] : PASSED_BACK;
  const headers = Object.fromEntries(
    passed.flatMap((name) => {
      const value = answer.headers.get(name);
      return value === null ? [] : [[name, value]];
    }),
  );
  if (!answer.ok || !request.call.result) return jsonAnswer(parts, request, answer, headers);
  return { status: answer.status, headers, content: (answer.body as AsyncIterable<Uint8Array> | null) ?? '' };
}

/** An answer that should be JSON and is not (a proxy's error page, half a body) becomes one clear sentence. */
async function jsonAnswer(
  { reader, brand }: Forwarding,
  request: ApiRequest,
  answer: Response,
  headers: Record<string, string>,
): Promise<Answered | 'late'> {
  const text = await readAnswer(MAX_ANSWER_BYTES, answer);
  if (text === 'late') return text;
  const value = text instanceof Uint8Array ? parse(text, isWrite(request) || answer.status === 204) : undefined;
  if (answer.ok) {
    const said = isWrite(request) ? withWord(request.name, value) : value;
    const no = isWrite(request) ? refusalIn(value, defOf(schemaOf(request.name).result).shape ?? {}) : null;
    if (no?.text) return refusal(422, no.text, headers);
    const fitted = said === undefined || no ? null : reader.read(request.name, said, askingOf(request, brand));
    if (fitted) return { status: answer.status === 204 ? 200 : answer.status, value: fitted.value, headers };
    // An empty answer to a read means that there is nothing: 404. A missing user is a failure of the host.
    if (isNothing(value) && isRead(request) && request.name !== 'account.getMe') return refusal(404, NOTHING);
    if (LOGINS.has(request.name)) return refusal(502, refusedBy(request.name) ?? UNREADABLE);
    if (mayBeDone(request)) return refusal(502, UNSURE);
    return text instanceof Uint8Array ? refusal(502, UNREADABLE) : noAnswer('silent');
  }
  const status = answer.status >= 300 && answer.status < 400 ? 502 : answer.status;
  const detail = (value as { detail?: unknown } | null | undefined)?.detail;
  if (typeof detail === 'string' && detail !== '') return { status, value, headers };
  const words = refusedBy(request.name);
  if (words) return refusal(status, words, headers);
  if (status < 500) return refusal(status, 'A escola recusou este pedido.');
  // A proxy says that the host behind it is away.
  return refusal(status, AWAY.has(answer.status) ? SILENT : BROKEN);
}

/** The request’s part that the reader needs. */
function askingOf(request: ApiRequest, brand: BrandKey): Asking {
  const requested = schemaOf(request.name).query?.safeParse(Object.fromEntries(request.query)).data as
    | { limit?: unknown; offset?: unknown }
    | undefined;
  const { limit, offset } = requested ?? {};
  const isPaged = typeof limit === 'number' && typeof offset === 'number';
  return { brand, isWrite: isWrite(request), paging: isPaged ? { limit, offset } : undefined };
}

/** An empty answer to a write means success, and so does an answer without its expected sentence. */
function withWord(name: string, value: unknown): unknown {
  const answer = isNothing(value) ? {} : value;
  const isSentence = schemaOf(name).result.safeParse({ detail: DONE }).success;
  return isFields(answer) && isSentence ? { detail: DONE, ...answer } : answer;
}

const isNothing = (value: unknown) =>
  value === null || (typeof value === 'object' && Object.keys(value as object).length === 0);

const ENDED = 'Sua sessão terminou. Entre de novo.';
const SILENT = 'O serviço da escola não respondeu. Tente de novo em instantes.';
const BROKEN = 'O serviço da escola respondeu com um erro. Tente de novo em instantes.';
const LATE = 'O serviço da escola demorou demais para responder. Tente de novo em instantes.';
const DONE = 'Feito.';
const NOTHING = 'A escola ainda não tem nada aqui.';
const AGAIN = { 'retry-after': '5' };

/**
 * Parses JSON; undefined for anything else.
 *
 * @param mayBeEmpty an empty body counts as null
 */
function parse(bytes: Uint8Array, mayBeEmpty: boolean): unknown {
  if (bytes.length === 0 && mayBeEmpty) return null;
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return undefined;
  }
}

/** CONST-16: every call carries the clock, also a call that a page makes while the server renders it. */
function hoursOf({ headers }: ApiRequest, { timeZone }: HostSettings): number {
  const provided = Number(headers.get('tmz') || Number.NaN);
  return Number.isFinite(provided) ? provided : aheadOfUtc(timeZone, new Date()) / HOUR_MS;
}
