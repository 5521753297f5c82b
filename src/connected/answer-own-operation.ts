import { ApiError } from '#lib/api/client.ts';
import { type Answered, type ApiRequest, type Connected, readUpTo, tokenOf, type Upstream } from '#lib/api/request.ts';
import { getMe } from '#lib/contract/account.ts';
import { MAX_BODY_BYTES } from '#lib/contract/core.ts';
import { whyOff } from '#lib/words/why-off.ts';
import { refusal } from '../gateway/gateway.ts';
import { type ComposedWork, composedOperations } from './composed-operations.ts';
import type { ExternalUsers } from './external-users.ts';
import { hostClient } from './host-client.ts';
import { WRONG_INPUT } from './host-refusals.ts';

interface Answering {
  /** The key that the franchise's host signs push messages with; absent: unknown. */
  pushKey: string | undefined;
  /** For a user whose school has no time zone. */
  timeZone: string;
  users: ExternalUsers;
  /** Sends a call of the specification to the franchise's hosts. */
  askHosts: Upstream;
  /** The embedded school, for the operations that it can answer alone. */
  school: Upstream;
}

/** Answers one of our own operations, for the user that the franchise's host confirms. */
export async function answerOwnOperation(
  { pushKey, timeZone, users, askHosts, school }: Answering,
  request: ApiRequest,
  mode: Connected,
): Promise<Answered> {
  const token = tokenOf(request);
  const client = hostClient(askHosts, request);
  if (request.name === 'auth.logout' && token) users.forget(token);
  // Pages and stores recognise the refusal by its code.
  if (mode !== 'here' && mode !== 'composed')
    return { status: 501, value: { detail: whyOff[mode], code: 'not_connected' } };
  const identify = token ? () => users.of(token, () => client(getMe)) : undefined;
  if (mode === 'composed') {
    const user = async () => (identify ? (await identify()).user : client(getMe));
    const idempotencyKey = request.headers.get('idempotency-key') ?? undefined;
    return compose({ api: client, pushKey, user, timeZone, idempotencyKey }, request);
  }
  return school({ ...request, caller: { ...request.caller, identify } });
}

async function compose(work: Omit<ComposedWork, 'input'>, request: ApiRequest): Promise<Answered> {
  const { name, operation } = request;
  const sent = await jsonOf(request);
  if (!sent) return refusal(413, 'Os dados enviados passam do tamanho permitido.');
  const composed = composedOperations[name];
  if (!composed || !operation) throw new Error(`Nothing composes ${name}`);
  const read = operation.input.safeParse(sent.value);
  if (!read.success) return refusal(422, WRONG_INPUT);
  try {
    return { status: 200, value: await composed({ ...work, input: read.data as never }) };
  } catch (error) {
    if (!(error instanceof ApiError) || error.status === 0) throw error;
    const { status, detail, code, fields } = error;
    return { status, value: { detail, fields, ...(code && { code }) } };
  }
}

/** The JSON value of a body, undefined for invalid JSON; null for a body that is too long. */
async function jsonOf({ body }: ApiRequest): Promise<{ value: unknown } | null> {
  if ('value' in body) return body;
  const bytes = await readUpTo(MAX_BODY_BYTES, body.bytes);
  if (!bytes) return null;
  try {
    return { value: JSON.parse(new TextDecoder().decode(bytes)) };
  } catch {
    return { value: undefined };
  }
}
