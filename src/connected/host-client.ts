import { type Client, createClient } from '#lib/api/client.ts';
import { findCall } from '../gateway/call-table.ts';
import { type ApiCaller, refusal, type Upstream } from '../gateway/gateway.ts';

/** Calls of the specification, sent to the franchise's hosts in the name of whoever sent a request. */
export function theirApi(theirs: Upstream, request: Request, caller: ApiCaller): Client {
  const clock = request.headers.get('tmz');
  return createClient({
    tmz: () => (clock === null ? null : Number(clock)),
    fetch: async (path, init) => {
      const headers = new Headers(init.headers);
      const bearer = request.headers.get('authorization');
      if (bearer !== null) headers.set('authorization', bearer);
      const asked = new Request(new URL(path, request.url), { ...init, headers });
      const known = findCall(asked.method, new URL(asked.url).pathname);
      return known ? theirs(asked, caller, known) : refusal(404, 'Não encontramos o que você procura.');
    },
  });
}
