import { type Answered, type Asked, readUpTo, tokenOf, type Upstream } from '#lib/api/asked.ts';
import { ApiError } from '#lib/api/client.ts';
import { getMe } from '#lib/contract/account.ts';
import type { OwnCall } from '#lib/contract/index.schema.ts';
import { refusal } from '../gateway/gateway.ts';
import { type ComposedWork, composedCalls } from './composed-calls.ts';
import { hostClient } from './host-client.ts';
import { type ComposedCall, isComposed, reasonOf } from './own-calls.ts';
import type { VouchedUsers } from './vouched-users.ts';
import { wrongBody } from './wrong-body.ts';

interface Answering {
  /** The key that the franchise's host signs push messages with; absent: unknown. */
  pushKey: string | undefined;
  /** Of a user whose school names none. */
  timeZone: string;
  users: VouchedUsers;
  /** Sends a call of the specification to the franchise's hosts. */
  askHosts: Upstream;
  /** The embedded school, for the calls that it can answer alone. */
  school: Upstream;
}

type Named<Name> = Asked & { name: Name };

const MAX_BODY_BYTES = 64 * 1024;

/** Answers one of our own calls, for the user that the franchise's host vouches for. */
export async function answerOwnCall(
  { pushKey, timeZone, users, askHosts, school }: Answering,
  asked: Named<OwnCall>,
): Promise<Answered> {
  const { name } = asked;
  const token = tokenOf(asked);
  const client = hostClient(askHosts, asked);
  if (name === 'auth.logout' && token) users.forget(token);
  const reason = reasonOf(name);
  // Pages and stores recognise the refusal by its code.
  if (reason) return { status: 501, value: { detail: reason, code: 'not_connected' } };
  const vouch = token ? () => users.of(token, () => client(getMe)) : undefined;
  if (isComposed(name)) {
    const user = async () => (vouch ? (await vouch()).user : client(getMe));
    return compose({ api: client, pushKey, user, timeZone }, { ...asked, name });
  }
  return school({ ...asked, caller: { ...asked.caller, vouch } });
}

async function compose(
  work: Pick<ComposedWork, 'api' | 'pushKey' | 'user' | 'timeZone'>,
  asked: Named<ComposedCall>,
): Promise<Answered> {
  const { name, params, query } = asked;
  const sent = asked.call.method === 'GET' ? { value: undefined } : await jsonOf(asked);
  if (!sent) return refusal(413, 'Os dados enviados passam do tamanho permitido.');
  const body = sent.value;
  const wrong = wrongBody(name, body);
  if (wrong) return wrong;
  try {
    return { status: 200, value: await composedCalls[name]({ ...work, params, query, body }) };
  } catch (error) {
    if (!(error instanceof ApiError) || error.status === 0) throw error;
    const { status, detail, code, fields } = error;
    return { status, value: { detail, fields, ...(code && { code }) } };
  }
}

/** The JSON value of a body, undefined when it is none; null for a body that is too long. */
async function jsonOf({ body }: Asked): Promise<{ value: unknown } | null> {
  if ('value' in body) return body;
  const bytes = await readUpTo(MAX_BODY_BYTES, body.bytes);
  if (!bytes) return null;
  try {
    return { value: JSON.parse(new TextDecoder().decode(bytes)) };
  } catch {
    return { value: undefined };
  }
}
