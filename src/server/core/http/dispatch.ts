import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import type { Answered, ApiRequest, QualifiedName, StoredCookies, Upstream } from '#lib/api/request.ts';
import type { Call } from '#lib/contract/core.ts';
import { findSession } from '../../identity/auth/find-session.ts';
import { NOBODY } from '../db/reach.ts';
import { type Outage, outageOf } from '../db/readiness.ts';
import { reachByRights, requireOpen, requireOwnBody } from './access.ts';
import type { Ctx, School, Session } from './ctx.ts';
import { FileAnswer } from './file-answer.ts';
import { isKeySettled } from './once.ts';
import type { LimitedScope, ServedEndpoint, ServedOperation } from './operation.ts';
import { parseInput, parseOperation } from './parse.ts';
import { requireReauthentication } from './reauthentication.ts';
import { Refusal } from './refusal.ts';
import { logRefusal } from './security-log.ts';
import { requireWho, type Who } from './who.ts';

/** An operation under its name, with everything that the dispatcher checks. */
export interface Served {
  name: QualifiedName;
  call: Call;
  who: Who;
  scopes: readonly LimitedScope[];
  needsReauthentication(input: unknown): boolean;
  read(request: ApiRequest): Promise<unknown>;
  run(input: unknown, ctx: Ctx): Promise<unknown>;
  /** Absent: the type of the result is what `run` returns. */
  result?: z.ZodType;
}

/** An operation with an address: the contract defines its input and result. */
export const servedEndpoint = ({ name, call, schema, endpoint }: ServedEndpoint): Served => {
  const { who, scopes = [], reauthenticate, run } = endpoint;
  return {
    name,
    call,
    who,
    scopes,
    needsReauthentication: () => reauthenticate === 'always',
    read: (request) => parseInput(schema, request),
    run: withThing(who, run as Served['run'], ({ params, body }: Parts) => ({ ...params, ...body })),
    result: schema.result,
  };
};

/** An operation; `run` gets the thing that `who` loaded. */
export const servedOperation = ({ name, call, operation }: ServedOperation): Served => {
  const { who, does, scopes = [], reauthenticate, input, run, result } = operation;
  return {
    name,
    call,
    who,
    scopes,
    needsReauthentication: (input) =>
      reauthenticate === 'always' || (typeof reauthenticate === 'function' && reauthenticate(input as never)),
    read: (request) => parseOperation(input, request, does === 'reads'),
    run: withThing(who, run),
    ...(result && { result }),
  };
};

/** The parts of a request to an endpoint, after parsing. */
interface Parts {
  params?: object;
  body?: object;
}

/**
 * Applies what `who` says of the input, then runs: the sender named in a body has to be the caller (403), and the thing that the
 * input names is loaded (`owner`, `teacherOf`). @param fieldsOf one flat object of the input
 */
function withThing(who: Who, run: Served['run'], fieldsOf = (input: never): object => input): Served['run'] {
  if (who.kind !== 'user' && who.kind !== 'taught') return run;
  const { load } = who;
  const isNamed = who.kind === 'user' && who.named;
  if (!load && !isNamed) return run;
  return async (input, ctx) => {
    const fields = fieldsOf(input as never);
    if (isNamed) requireOwnBody(ctx.session, (fields as { user_id: number }).user_id);
    return run(input, load ? ({ ...ctx, thing: await load(ctx, fields as never) } as Ctx) : ctx);
  };
}

/** Serves calls, each in one order: session, permission (0093), input, handler, answer. Never throws (API-94). */
export function createDispatch(school: School, calls: readonly Served[]): Upstream {
  const served = new Map(calls.map((each) => [each.name, each]));
  return async (request) => {
    const stored: StoredCookies = {};
    try {
      return { ...(await serve(school, served.get(request.name) as Served, request, stored)), stored };
    } catch (error) {
      await logRefusal(school, { request, stored }, error);
      return { ...failure(school, request, error), stored };
    }
  };
}

async function serve(school: School, served: Served, request: ApiRequest, stored: StoredCookies) {
  const { call, who, scopes } = served;
  const { caller } = request;
  const find = async () => {
    caller.session ??= findSession(school, request);
    const found = (await caller.session) as Session;
    if (caller.who) Object.assign(caller.who, { user: found.userId, unit: found.companyId ?? undefined });
    return found;
  };
  const session = call.auth === 'none' ? null : await find();
  if (session) requireOpen(scopes, session);
  const reach = session && who.kind === 'staff' ? reachByRights(session, who.rights) : NOBODY;
  if (session) requireWho(who, session, reach);
  const findOpen = async () => {
    const found = await find().catch(asVisitor);
    if (found) requireOpen(scopes, found);
    return found;
  };
  const ctx = { ...school, caller, request, stored, findSession: findOpen, session, reach } as Ctx;
  const work = async () => {
    const input = await served.read(request);
    if (session && served.needsReauthentication(input)) requireReauthentication(ctx);
    return served.run(input, ctx);
  };
  const answer = await (session ? school.slots.take(session.userId, work) : work());
  // A write may have changed the session: the next call of this page reads it again.
  if (call.method !== 'GET') {
    caller.session = undefined;
    if (session) school.userCache.forget(session.userId);
  }
  if (answer instanceof FileAnswer) return { status: answer.status, headers: answer.headers, content: answer.content };
  return { status: 200, value: school.config.production ? answer : checked(served, request, answer) };
}

/**
 * A request without a session counts as a visitor's. A failed look-up does not: the user would appear logged out or as a visitor.
 */
function asVisitor(error: unknown): null {
  if (error instanceof Refusal && error.status === 401) return null;
  throw error;
}

/**
 * Outside production an answer that breaks the contract fails the call, so that a test notices. So does an answer that JSON would
 * change: pages get the object itself, clients its JSON text. The object is frozen, so that no page changes what another reads.
 */
function checked({ call, result }: Served, request: ApiRequest, answer: unknown): unknown {
  if (call.keyed && !isKeySettled(request))
    throw new Error(`${call.method} ${call.path} is keyed and reads no key (once)`);
  const parsed = result?.safeParse(answer);
  if (parsed?.success === false)
    throw new Error(`${call.method} ${call.path} breaks the contract: ${z.prettifyError(parsed.error)}`);
  if (!isDeepStrictEqual(JSON.parse(JSON.stringify(answer)), answer))
    throw new Error(`${call.method} ${call.path} answers with more than JSON can say`);
  return frozen(answer);
}

function frozen<T>(value: T): T {
  if (typeof value !== 'object' || value === null) return value;
  for (const part of Object.values(value)) frozen(part);
  return Object.freeze(value);
}

function failure(school: School, { call, caller }: ApiRequest, error: unknown): Answered {
  if (error instanceof Refusal) {
    const { status, detail, fields, code, headers } = error;
    return { status, value: { detail, fields, code }, headers };
  }
  const outage = outageOf(error);
  if (outage) {
    const facts = { requestId: caller.requestId, call: call.path, err: error };
    if (outage === 'away') school.log.warn(facts, 'database unreachable');
    else school.log.error(facts, 'database takes nothing in');
    const headers = { 'retry-after': outage === 'away' ? '2' : '60' };
    return { status: 503, value: { detail: outageDetails[outage] }, headers };
  }
  school.log.error({ requestId: caller.requestId, call: call.path, err: error }, 'call failed');
  return { status: 500, value: { detail: 'Algo deu errado do nosso lado. Tente de novo em instantes.' } };
}

const outageDetails: Record<Outage, string> = {
  away: 'Serviço indisponível no momento. Tente de novo em instantes.',
  unwritable: 'O portal não consegue gravar nada neste momento. Confira em alguns minutos e tente de novo.',
};
