import { z } from 'zod';
import { TextResponse } from '#lib/api/text-response.ts';
import type { Call, CallSchema } from '#lib/contract/core.ts';
import type { CallName } from '#lib/contract/index.schema.ts';
import type { Caller } from '#lib/session.ts';
import { findSession } from '../auth/find-session.ts';
import { type Outage, outageOf } from '../db/outage.ts';
import { requireOpen } from './book-scope.ts';
import type { Ctx, School, Session } from './ctx.ts';
import { parseInput } from './parse.ts';
import { Refusal } from './refusal.ts';

/** A call of the contract and its handler. */
export interface Served {
  name: CallName;
  call: Call;
  schema: CallSchema;
  handler: unknown;
}

/** The first call of a browser request looks up the session for all its calls. */
const sessions = new WeakMap<Caller, Promise<Session>>();

type AnyHandler = (input: unknown, ctx: Ctx) => Promise<unknown>;

/** Serves one call: session, permission, input, handler, answer. Never throws: an error becomes `{detail}` (API-94). */
export async function dispatch(
  school: School,
  { name, call, schema, handler }: Served,
  request: Request,
  params: Record<string, string>,
  caller: Caller,
): Promise<Response> {
  const headers = new Headers();
  try {
    const find = () => {
      const found = sessions.get(caller) ?? findSession(school, caller, request);
      sessions.set(caller, found);
      return found;
    };
    const session = call.auth === 'none' ? null : await find();
    if (session) requireOpen(name, session);
    const findOpen = async () => {
      const found = await find().catch(asVisitor);
      if (found) requireOpen(name, found);
      return found;
    };
    const ctx = { ...school, caller, request, headers, findSession: findOpen, session } as Ctx;
    const serve = async () => (handler as AnyHandler)(await parseInput(call, schema, request, params), ctx);
    const answer = await (session ? school.turns.take(session.userId, serve) : serve());
    if (answer instanceof Response) return withHeaders(answer, headers);
    return json(200, school.config.production ? answer : checked(call, schema, answer), headers);
  } catch (error) {
    return failure(school, call, caller, error, headers);
  }
}

/**
 * A request without a session is a visitor's. A failed look-up is not: the user would count as logged out, or as a
 * visitor.
 */
function asVisitor(error: unknown): null {
  if (error instanceof Refusal && error.status === 401) return null;
  throw error;
}

/** Outside production an answer that breaks the contract fails the call, so that a test sees it. */
function checked(call: Call, schema: CallSchema, answer: unknown): unknown {
  const parsed = schema.result.safeParse(answer);
  if (!parsed.success)
    throw new Error(`${call.method} ${call.path} breaks the contract: ${z.prettifyError(parsed.error)}`);
  return answer;
}

function failure(school: School, call: Call, caller: Caller, error: unknown, headers: Headers): Response {
  if (error instanceof Refusal) {
    for (const [name, value] of Object.entries(error.headers ?? {})) headers.set(name, value);
    return json(error.status, { detail: error.detail, fields: error.fields, code: error.code }, headers);
  }
  const outage = outageOf(error);
  if (outage) {
    const facts = { requestId: caller.requestId, call: call.path, err: error };
    if (outage === 'away') school.log.warn(facts, 'database unreachable');
    else school.log.error(facts, 'database takes nothing in');
    headers.set('Retry-After', outage === 'away' ? '2' : '60');
    return json(503, { detail: outageDetails[outage] }, headers);
  }
  school.log.error({ requestId: caller.requestId, call: call.path, err: error }, 'call failed');
  return json(500, { detail: 'Algo deu errado do nosso lado. Tente de novo em instantes.' }, headers);
}

const outageDetails: Record<Outage, string> = {
  away: 'Serviço indisponível no momento. Tente de novo em instantes.',
  unwritable: 'O portal não consegue gravar nada neste momento. Confira em alguns minutos e tente de novo.',
};

export function json(status: number, body: unknown, headers: Headers = new Headers()): Response {
  headers.set('Content-Type', 'application/json; charset=utf-8');
  if (!headers.has('Cache-Control')) headers.set('Cache-Control', 'private, no-store');
  return new TextResponse(JSON.stringify(body), { status, headers });
}

function withHeaders(response: Response, headers: Headers): Response {
  if (!headers.has('Cache-Control') && !response.headers.has('Cache-Control'))
    headers.set('Cache-Control', 'private, no-store');
  for (const [name, value] of headers) response.headers.set(name, value);
  return response;
}
