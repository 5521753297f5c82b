import { ApiError } from '#lib/api/client.ts';
import type { User } from '#lib/contract/account.schema.ts';
import { getMe } from '#lib/contract/account.ts';
import type { KnownCall } from '../gateway/call-table.ts';
import { type ApiCaller, refusal, type Upstream } from '../gateway/gateway.ts';
import { tokenOf } from '../gateway/token.ts';
import { schemaOf } from './answer-reader.ts';
import { composed } from './composed-calls.ts';
import type { Hosts } from './forward.ts';
import { theirApi } from './host-client.ts';
import { answeredHere, composedHere } from './own-calls.ts';
import type { Vouchers } from './vouched-users.ts';

interface Parts {
  hosts: Hosts;
  vouchers: Vouchers;
  /** Calls of the specification. */
  theirs: Upstream;
  /** The embedded school, for what it can answer alone. */
  ours: Upstream;
}

/** A code that pages and stores know the refusal by. */
export const NOT_CONNECTED = 'not_connected';
const OFF = 'Esta parte do portal não está disponível na sua escola. Fale com a secretaria.';

/** Connected mode: answers a call of our own, for the user that the franchise's host vouches for. */
export async function answerFromHere(
  parts: Parts,
  request: Request,
  caller: ApiCaller,
  known: KnownCall,
): Promise<Response> {
  const { hosts, ours, vouchers } = parts;
  const { name } = known;
  const token = tokenOf(request, caller);
  if (answeredHere.has(name)) {
    const asked = () => theirApi(parts.theirs, request, caller)(getMe) as Promise<User>;
    const vouch = token ? () => vouchers.of(token, asked) : undefined;
    return ours(request, { ...caller, vouch }, known);
  }
  if (name === 'auth.logout' && token) vouchers.forget(token);
  if (!composedHere.has(name)) {
    return Response.json(
      { detail: OFF, code: NOT_CONNECTED },
      { status: 501, headers: { 'Cache-Control': 'private, no-store' } },
    );
  }
  try {
    const api = theirApi(parts.theirs, request, caller);
    const body = request.method === 'GET' ? undefined : await request.json().catch(() => undefined);
    const query = new URL(request.url).searchParams;
    if (schemaOf(name)?.body?.safeParse(body).success === false) return refusal(422, 'Confira os dados enviados.');
    return Response.json(await composed[name]?.({ api, known, query, body, pushKey: hosts.pushKey }), {
      headers: { 'Cache-Control': 'private, no-store' },
    });
  } catch (error) {
    if (!(error instanceof ApiError) || error.status === 0) throw error;
    return Response.json(
      { detail: error.detail, fields: error.fields },
      { status: error.status, headers: { 'Cache-Control': 'private, no-store' } },
    );
  }
}
