import { createHash } from 'node:crypto';
import { ApiError } from '#lib/api/client.ts';
import { type Answered, type ApiRequest, bytesOf, readUpTo, tokenOf, type Upstream } from '#lib/api/request.ts';
import { getMe } from '#lib/contract/account.ts';
import type { LoginAnswer } from '#lib/contract/auth.schema.ts';
import { loginWithBookCode } from '#lib/contract/auth.ts';
import type { CallInput } from '#lib/contract/core.ts';
import { QuoteInput } from '#lib/contract/orders.schema.ts';
import type { createOrder } from '#lib/contract/orders.ts';
import { orderMessages } from '#lib/words/orders.ts';
import { callOf } from '../gateway/call-table.ts';
import { refusal } from '../gateway/gateway.ts';
import type { BillOwners } from './bill-owner.ts';
import { quoteOrder } from './composed-operations.ts';
import { hostClient } from './host-client.ts';
import { WRONG_INPUT } from './host-refusals.ts';
import { type LoginChoices, type LoginFields, withChoice } from './login-choice.ts';

const MAX_FORM_BYTES = 16 * 1024;
const MAX_ORDER_BYTES = 64 * 1024;
const TOO_LARGE = 'Os dados enviados passam do tamanho permitido.';

/**
 * Logs in at the franchise's host. When several accounts fit, the browser keeps the typed login, sealed, until the user
 * chooses one.
 */
export async function logInAtHost(choices: LoginChoices, askHosts: Upstream, request: ApiRequest): Promise<Answered> {
  const typed = await formOf(request);
  if (!typed) return refusal(413, TOO_LARGE);
  const fields = withChoice(typed.fields, choices.open(request.caller.choiceTicket));
  // A login by the code of a book instead of a password, and the choice of an account after one.
  const byCode = fields.uuid && !fields.password ? callOf(loginWithBookCode) : undefined;
  const body = fields === typed.fields ? typed.body : { value: fields };
  const answer = await askHosts({ ...request, ...byCode, body });
  if (answer.status !== 200) return answer;
  const { users, access_token } = answer.value as LoginAnswer;
  if (access_token || users.length < 2) return answer;
  const { user_id: _chosen, ...secret } = fields;
  return { ...answer, stored: { choice: choices.seal(secret) } };
}

/** The fields of a form, and its body to send on; null when it is too long. */
async function formOf({
  headers,
  body,
}: ApiRequest): Promise<{ fields: LoginFields; body: ApiRequest['body'] } | null> {
  if ('value' in body) return { fields: body.value as LoginFields, body };
  if (Number(headers.get('content-length') ?? 0) > MAX_FORM_BYTES) return null;
  const typed = await readUpTo(MAX_FORM_BYTES, body.bytes);
  if (!typed) return null;
  // The bytes are forwarded unchanged, because the browser’s `Content-Length` counts them.
  const text = new TextDecoder().decode(typed);
  return { fields: Object.fromEntries(new URLSearchParams(text)), body: { bytes: bytesOf(typed) } };
}

/** Clients of a host. */
interface Upstreams {
  askHosts: Upstream;
  /** The same, but its answers are unchecked JSON. */
  unread: Upstream;
}

/**
 * A payment call of the franchise's host has no bearer and names a bill by its number. Where the host names the bills of
 * the caller, no other one is sent on.
 */
export async function payOwnBill(
  owners: BillOwners,
  { askHosts, unread }: Upstreams,
  request: ApiRequest,
): Promise<Answered> {
  const { call, params } = request;
  const token = tokenOf(request);
  if (!token) return refusal(404, 'Entre no portal para pagar.');
  const names = [...request.query.keys()];
  // When a name comes twice, another reader could take the other value.
  if (new Set(names).size < names.length) return refusal(422, WRONG_INPUT);
  const typed = [params.id ?? '', ...(request.query.get('com')?.split(',') ?? [])];
  if (!typed.every((id) => /^\d{1,9}$/.test(id))) return refusal(404, 'Não encontramos esta parcela.');
  const bills = typed.map(Number);
  const [bill = 0, ...others] = bills;
  const person = createHash('sha256').update(token).digest('base64url');
  try {
    await owners.require(person, bills, hostClient(unread, request));
    if (call.method === 'POST') owners.tryCard(bill);
  } catch (error) {
    if (!(error instanceof ApiError) || error.status === 0) throw error;
    return refusal(error.status, error.detail);
  }
  // The host gets the values that were read here, so both mean the same bills.
  const query = new URLSearchParams(request.query);
  if (query.has('com')) query.set('com', others.join(','));
  return askHosts({ ...request, query, params: { ...params, id: String(bill) } });
}

/** Changes the user’s own data. If the host’s answer is not the user, `users/me/` provides the new state. */
export async function changeOwnUser(
  { askHosts, unread, read }: Upstreams & { read(value: unknown): { value: unknown } | null },
  request: ApiRequest,
): Promise<Answered> {
  const answer = await unread(request);
  if (answer.status < 200 || answer.status > 299) return answer;
  const user = isUser(answer.value) ? read(answer.value) : null;
  if (user) return { ...answer, ...user };
  try {
    return { ...answer, value: await hostClient(askHosts, request)(getMe) };
  } catch (error) {
    if (!(error instanceof ApiError) || error.status === 0) throw error;
    return refusal(error.status, error.detail);
  }
}

/** Some changed fields are no user: callers would lose the school. */
const isUser = (value: unknown) =>
  typeof value === 'object' && value !== null && 'id' in value && 'drive_user' in value;

/**
 * Places an order that names the total that its buyer saw. The franchise’s call takes no such field, so the price is
 * requested here, and the order is forwarded without it. Only fields of the price request are checked here; the host
 * validates the rest.
 */
export async function orderAtShownPrice(askHosts: Upstream, request: ApiRequest): Promise<Answered> {
  const sent = await orderOf(request);
  if (!sent) return refusal(413, TOO_LARGE);
  const { total_visto_centavos: seen, ...order } = sent.order;
  if (seen === undefined) return askHosts({ ...request, body: sent.body });
  const quoted = QuoteInput.safeParse(order);
  if (!quoted.success) return refusal(422, WRONG_INPUT);
  try {
    const { total_centavos } = await quoteOrder({ api: hostClient(askHosts, request), input: quoted.data });
    if (total_centavos !== seen) return refusal(409, orderMessages.totalChanged(total_centavos));
  } catch (error) {
    if (!(error instanceof ApiError) || error.status === 0) throw error;
    return refusal(error.status, error.detail);
  }
  return askHosts({ ...request, body: { value: order } });
}

type SentOrder = Partial<CallInput<typeof createOrder>['body']>;

/** Reads an order and returns its body unchanged; null if it is too long. The host refuses a body that is no object. */
async function orderOf({ body }: ApiRequest): Promise<{ order: SentOrder; body: ApiRequest['body'] } | null> {
  if ('value' in body) return { order: body.value as SentOrder, body };
  const bytes = await readUpTo(MAX_ORDER_BYTES, body.bytes);
  return bytes && { order: parsed(bytes), body: { bytes: bytesOf(bytes) } };
}

function parsed(bytes: Uint8Array): SentOrder {
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(bytes));
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
}
