import { isUsable, type Misfit, readTolerantly } from '../src/connected/tolerant-reader.ts';
import { addressOf } from '../src/lib/api/client.ts';
import type { Call } from '../src/lib/contract/core.ts';
import type { Input, PlannedCall } from './upstream-plan.ts';
import { planOfCalls } from './upstream-plan.ts';

export type Outcome = 'ok' | 'differs' | 'missing' | 'failed' | 'not tried';

/** The report on one call. It never contains a value of an answer. */
export interface Finding {
  name: string;
  /** Method and path, with the names of the parameters. */
  line: string;
  host: 'portal' | 'drive';
  outcome: Outcome;
  status: number | null;
  ms: number | null;
  misfits: Misfit[];
  note: string | null;
}

export interface Upstream {
  portal: string;
  drive: string;
  /** The clock offset that calls send, in hours. */
  tmz: number;
  timeoutMs: number;
}

export interface Report {
  login: Finding;
  calls: Finding[];
  tmz: 'east-positive' | 'east-negative' | 'unknown';
  counts: Record<Outcome, number>;
}

/** AUTH-26: these calls send no bearer token. */
const BARE = /^(login|financeiro-parcelas)\//;
const MAX_BYTES = 10 * 1024 * 1024;
/** Offsets further apart than any two real clocks. */
const FAR_HOURS = 11;
/** Calls whose answers contain days and hours. */
const OF_TIME = ['onlineClasses.getTodayOfClass', 'finance.getFinance', 'pedagogico.listClasses'];

interface Heard {
  status: number;
  ms: number;
  type: string;
  text: string;
}
type Silence = { ms: number; why: string };

async function send(upstream: Upstream, call: Call, input: Input, token: string | null, tmz = upstream.tmz) {
  const base = call.host === 'drive' ? upstream.drive : upstream.portal;
  const headers: Record<string, string> = { Accept: 'application/json' };
  if (call.tmz !== false) headers.tmz = String(tmz);
  if (token && !BARE.test(call.path)) headers.Authorization = `Bearer ${token}`;
  let body: string | undefined;
  if (input.body !== undefined && call.body === 'form') {
    headers['Content-Type'] = 'application/x-www-form-urlencoded';
    body = new URLSearchParams(input.body as Record<string, string>).toString();
  } else if (input.body !== undefined) {
    headers['Content-Type'] = 'application/json';
    body = JSON.stringify(input.body);
  }
  const started = performance.now();
  const ms = () => Math.round(performance.now() - started);
  try {
    const answer = await fetch(base + addressOf(call, input), {
      method: call.method,
      headers,
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(upstream.timeoutMs),
    });
    const bytes = await readSome(answer);
    const heard: Heard = {
      status: answer.status,
      ms: ms(),
      type: answer.headers.get('content-type')?.split(';')[0] ?? 'no type',
      text: bytes ?? '',
    };
    return bytes === null ? { ms: heard.ms, why: 'the answer has no end' } : heard;
  } catch (error) {
    const late = error instanceof Error && error.name === 'TimeoutError';
    return { ms: ms(), why: late ? `no answer within ${upstream.timeoutMs} ms` : 'the line was cut or never stood' };
  }
}

/** @returns null for an answer larger than any real one. */
async function readSome(answer: Response): Promise<string | null> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of answer.body ?? []) {
    size += chunk.byteLength;
    if (size > MAX_BYTES) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

const blank = ({ name, call }: Pick<PlannedCall, 'name' | 'call'>): Finding => ({
  name,
  line: `${call.method} ${call.path}`,
  host: call.host ?? 'portal',
  outcome: 'not tried',
  status: null,
  ms: null,
  misfits: [],
  note: null,
});

function judge(planned: PlannedCall, heard: Heard | Silence): { finding: Finding; value?: unknown } {
  const finding: Finding = { ...blank(planned), ms: heard.ms };
  if ('why' in heard) return { finding: { ...finding, outcome: 'failed', note: heard.why } };
  finding.status = heard.status;
  if ([404, 405, 501].includes(heard.status)) {
    return { finding: { ...finding, outcome: 'missing', note: heard.type === 'text/html' ? 'a web page' : null } };
  }
  if (heard.status === 403) {
    return { finding: { ...finding, note: 'refused to this account: ask with one that may' } };
  }
  if (heard.status === 429) return { finding: { ...finding, note: 'the host asks for patience' } };
  if (heard.status < 200 || heard.status > 299) {
    const note = heard.status >= 300 && heard.status < 400 ? 'leads elsewhere, which is not followed' : null;
    return { finding: { ...finding, outcome: 'failed', note } };
  }
  if (planned.call.result) return { finding: { ...finding, outcome: 'ok', note: heard.type } };
  const value = parse(heard.text);
  if (value === undefined) {
    return { finding: { ...finding, outcome: 'differs', note: `JSON expected, ${heard.type} came` } };
  }
  // No value is shown, so the zone of an instant without an offset does not matter.
  const rules = { timeZone: 'America/Sao_Paulo', isWrite: planned.writes };
  const fitted = readTolerantly(planned.schema.result, value, rules);
  const outcome = isUsable(fitted) ? 'ok' : 'differs';
  // Later calls use this data, even if something else in the answer is wrong.
  return { finding: { ...finding, outcome, misfits: fitted.misfits }, value: outcome === 'ok' ? fitted.value : value };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Thrown when the check can make no call. The message contains no value. */
export class NoLogin extends Error {
  readonly finding: Finding;
  constructor(message: string, finding: Finding) {
    super(message);
    this.finding = finding;
  }
}

export interface Credentials {
  username: string;
  password: string;
  /** The account's place in the list of accounts, from 1. */
  account: number;
}

async function logIn(upstream: Upstream, plan: PlannedCall[], { username, password, account }: Credentials) {
  const planned = plan.find(({ name }) => name === 'auth.login') as PlannedCall;
  const ask = async (body: Record<string, string>) =>
    judge(planned, await send(upstream, planned.call, { body }, null));
  let { finding, value } = await ask({ username, password });
  let token = (value as { access_token?: unknown } | undefined)?.access_token;
  const users = (value as { users?: unknown } | undefined)?.users;
  if (typeof token !== 'string' && Array.isArray(users) && users.length > 1) {
    const id = (users[account - 1] as { id?: unknown } | undefined)?.id;
    if (id === undefined) throw new NoLogin(`the login has ${users.length} accounts`, finding);
    ({ finding, value } = await ask({ username, password, user_id: String(id) }));
    token = (value as { access_token?: unknown } | undefined)?.access_token;
    finding.note = `account ${account} of ${users.length}`;
  }
  if (typeof token !== 'string') throw new NoLogin(`no token came (${finding.outcome}, ${finding.status})`, finding);
  return { token, finding };
}

/**
 * Checks call by call whether two hosts fulfil the contract.
 *
 * @param tries also makes writing calls that change nothing.
 * @throws NoLogin
 */
export async function checkUpstream(
  upstream: Upstream,
  credentials: Credentials,
  { tries }: { tries: boolean },
): Promise<Report> {
  const plan = planOfCalls();
  const { token, finding: login } = await logIn(upstream, plan, credentials);
  const known: Record<string, unknown> = {};
  const calls: Finding[] = [];
  const requested = new Map<string, Input>();
  for (const planned of plan.filter(({ name }) => name !== 'auth.login')) {
    const { name, call, writes } = planned;
    if (writes && (!tries || !planned.input)) {
      calls.push({ ...blank(planned), note: planned.input ? 'writes; --write tries it' : 'writes' });
      continue;
    }
    const input = planned.input?.(known);
    if (!input) {
      calls.push({ ...blank(planned), note: 'nothing of this account to ask about' });
      continue;
    }
    const { finding, value } = judge(planned, await send(upstream, call, input, token));
    if (value !== undefined) known[name] = value;
    requested.set(name, input);
    calls.push(finding);
  }
  const counts: Record<Outcome, number> = { ok: 0, differs: 0, missing: 0, failed: 0, 'not tried': 0 };
  for (const { outcome } of [login, ...calls]) counts[outcome] += 1;
  return { login, calls, tmz: await signOfTmz(upstream, plan, requested, token), counts };
}

/**
 * How the hosts interpret the clock header: makes the same calls with two clocks far apart, and sees whose answers have later
 * days or hours. If no answer depends on the clock, the result is unknown.
 */
async function signOfTmz(upstream: Upstream, plan: PlannedCall[], requested: Map<string, Input>, token: string) {
  let later = 0;
  for (const { name, call } of plan.filter((each) => OF_TIME.includes(each.name))) {
    const input = requested.get(name);
    if (!input) continue;
    const [plus, minus] = [
      await send(upstream, call, input, token, FAR_HOURS),
      await send(upstream, call, input, token, -FAR_HOURS),
    ];
    if ('why' in plus || 'why' in minus) continue;
    const [of, beside] = [timesIn(parse(plus.text)), timesIn(parse(minus.text))];
    for (const [path, text] of of) {
      const other = beside.get(path);
      // An instant names the same moment under any clock. A move by hours comes from the clock, not from the time
      // between.
      if (other !== undefined && Math.abs(momentOf(text) - momentOf(other)) >= HOUR_MS) {
        later += Math.sign(momentOf(text) - momentOf(other));
      }
    }
  }
  return later === 0 ? 'unknown' : later > 0 ? 'east-positive' : 'east-negative';
}

const HOUR_MS = 3_600_000;
/** Reads a wall clock as if it were UTC: only its distance from another one counts. */
const momentOf = (text: string) =>
  Date.parse(text.replace(/(Z|[+-]\d\d:?\d\d)$/, '') + (text.includes('T') ? 'Z' : ''));

function timesIn(value: unknown, path = '', found = new Map<string, string>()): Map<string, string> {
  if (typeof value === 'string' && /^\d{4}-\d\d-\d\d(T|$)/.test(value)) found.set(path, value);
  if (typeof value === 'object' && value !== null) {
    for (const [key, item] of Object.entries(value)) timesIn(item, `${path}.${key}`, found);
  }
  return found;
}
