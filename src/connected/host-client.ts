import { type Client, createClient } from '#lib/api/client.ts';
import type { Caller } from '#lib/session.ts';
import { findCall, type KnownCall } from '../gateway/call-table.ts';
import { refusal } from '../gateway/gateway.ts';

/** Sends a call of the specification to the franchise host that serves it. */
export type AskHosts = (request: Request, caller: Caller, known: KnownCall) => Promise<Response>;

/** Calls of the specification, sent to the franchise's hosts in the name of the request's sender. */
export function hostClient(askHosts: AskHosts, request: Request, caller: Caller): Client {
  const clock = request.headers.get('tmz');
  return createClient({
    tmz: () => (clock === null ? null : Number(clock)),
    fetch: async (path, init) => {
      const headers = new Headers(init.headers);
      const bearer = request.headers.get('authorization');
      if (bearer !== null) headers.set('authorization', bearer);
      const asked = new Request(new URL(path, request.url), { ...init, headers });
      const known = findCall(asked.method, new URL(asked.url).pathname);
      return known ? askHosts(asked, caller, known) : refusal(404, 'Não encontramos o que você procura.');
    },
  });
}
