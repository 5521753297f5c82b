import { ApiError, type Client } from '#lib/api/client.ts';
import { getMe } from '#lib/contract/account.ts';
import { type OwnCall, schemaOf } from '#lib/contract/index.schema.ts';
import { type Caller, tokenOf } from '#lib/session.ts';
import type { KnownCall } from '../gateway/call-table.ts';
import { refusal, type Upstream } from '../gateway/gateway.ts';
import { composedCalls } from './composed-calls.ts';
import { type AskHosts, hostClient } from './host-client.ts';
import { type ComposedCall, isComposed, isOff } from './own-calls.ts';
import type { VouchedUsers } from './vouched-users.ts';

interface Answering {
  /** The key that the franchise's host signs push messages with; absent: unknown. */
  pushKey: string | undefined;
  users: VouchedUsers;
  /** Sends a call of the specification to the franchise's hosts. */
  askHosts: AskHosts;
  /** The embedded school, for the calls that it can answer alone. */
  school: Upstream;
}

type Known<Name> = KnownCall & { name: Name };

/** Pages and stores recognise the refusal by its code. */
const SWITCHED_OFF = {
  detail: 'Esta parte do portal não está disponível na sua escola. Fale com a secretaria.',
  code: 'not_connected',
};
const headers = { 'Cache-Control': 'private, no-store' };

/** Answers one of our own calls, for the user that the franchise's host vouches for. */
export async function answerOwnCall(
  { pushKey, users, askHosts, school }: Answering,
  request: Request,
  caller: Caller,
  known: Known<OwnCall>,
): Promise<Response> {
  const { name } = known;
  const token = tokenOf(request, caller);
  const client = hostClient(askHosts, request, caller);
  if (name === 'auth.logout' && token) users.forget(token);
  if (isOff(name)) return Response.json(SWITCHED_OFF, { status: 501, headers });
  if (isComposed(name)) return compose(client, request, { ...known, name }, pushKey);
  const vouch = token ? () => users.of(token, () => client(getMe)) : undefined;
  return school(request, { ...caller, vouch }, known);
}

async function compose(
  api: Client,
  request: Request,
  known: Known<ComposedCall>,
  pushKey: string | undefined,
): Promise<Response> {
  const { name } = known;
  const body = request.method === 'GET' ? undefined : await request.json().catch(() => undefined);
  const query = new URL(request.url).searchParams;
  if (schemaOf(name).body?.safeParse(body).success === false) return refusal(422, 'Confira os dados enviados.');
  try {
    return Response.json(await composedCalls[name]({ api, known, query, body, pushKey }), { headers });
  } catch (error) {
    if (!(error instanceof ApiError) || error.status === 0) throw error;
    return Response.json({ detail: error.detail, fields: error.fields }, { status: error.status, headers });
  }
}
