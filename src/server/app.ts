import { Hono } from 'hono';
import { API_PREFIX, type Call } from '#lib/contract/core.ts';
import { everyCall, schemaOf } from '#lib/contract/index.schema.ts';
import type { Caller } from '#lib/session.ts';
import type { School } from './http/ctx.ts';
import { dispatch, json } from './http/dispatch.ts';
import { handlerOf } from './routes.ts';

/** The API as one function. The gateway, the pages and the tests call the same one. */
export type ApiFetch = (request: Request, caller: Caller) => Promise<Response>;

type Env = { Bindings: Caller };

/** The embedded school API: every call of the contract on its path, `/api/v1/…`. */
export function createApi(school: School): ApiFetch {
  const app = new Hono<Env>({ strict: false });
  const methods = new Map<string, Set<string>>();
  for (const served of inMatchingOrder()) {
    const { call } = served;
    const path = honoPath(call);
    app.on(call.method, path, (c) => dispatch(school, served, c.req.raw, paramsOf(call, c.req.param()), c.env));
    methods.set(path, (methods.get(path) ?? new Set()).add(call.method));
  }
  for (const [path, allowed] of methods) {
    app.all(path, () =>
      json(405, { detail: 'Método não permitido.' }, new Headers({ Allow: [...allowed].join(', ') })),
    );
  }
  app.notFound(() => json(404, { detail: 'Não encontramos o que você procura.' }));
  return async (request, caller) => app.fetch(request, caller);
}

/** Without the trailing slash. The router removes it from each request, so both spellings work. */
function honoPath(call: Call): string {
  const path = call.path.replace(/\{(\w+)\}(\.\w+)?/g, (_, name: string, ending?: string) =>
    ending ? `:${name}{[^/]+\\${ending}}` : `:${name}`,
  );
  return API_PREFIX + path.replace(/\/$/, '');
}

/** The router returns a parameter with the ending of its segment (`{secret}.ics`). */
function paramsOf(call: Call, params: Record<string, string>): Record<string, string> {
  const ending = /\{(\w+)\}(\.\w+)$/.exec(call.path);
  if (!ending) return params;
  const [, name = '', suffix = ''] = ending;
  return { ...params, [name]: (params[name] ?? '').slice(0, -suffix.length) };
}

/** A fixed segment comes before a parameter at the same place (API-73). */
function inMatchingOrder() {
  const rank = (path: string) => path.replace(/\{\w+\}/g, '~');
  return allCalls().sort((a, b) => (rank(a.call.path) < rank(b.call.path) ? -1 : 1));
}

/** Every call with its schema and its handler. */
export const allCalls = () =>
  everyCall().map(({ name, call }) => ({ name, call, schema: schemaOf(name), handler: handlerOf(name) }));
