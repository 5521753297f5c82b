import { createHash } from 'node:crypto';
import { ApiError } from '#lib/api/client.ts';
import type { LoginAnswer } from '#lib/contract/auth.schema.ts';
import { loginWithBookCode } from '#lib/contract/auth.ts';
import { API_PREFIX } from '#lib/contract/core.ts';
import { type Caller, tokenOf } from '#lib/session.ts';
import { findCall, type KnownCall } from '../gateway/call-table.ts';
import { refusal } from '../gateway/gateway.ts';
import type { BillOwners } from './bill-owner.ts';
import { type AskHosts, hostClient } from './host-client.ts';
import { type LoginChoices, type LoginFields, withChoice } from './login-choice.ts';

/** Logins by the code of a book instead of a password, and the choice of an account after one. */
const BOOK_CODE = API_PREFIX + loginWithBookCode.path;
const MAX_FORM_BYTES = 16 * 1024;

/**
 * Logs in at the franchise's host. When several accounts fit, the browser keeps the typed login, sealed, until the user
 * chooses one.
 */
export async function logInAtHost(
  choices: LoginChoices,
  askHosts: AskHosts,
  request: Request,
  caller: Caller,
  known: KnownCall,
): Promise<Response> {
  if (Number(request.headers.get('content-length') ?? 0) > MAX_FORM_BYTES) {
    return refusal(413, 'Os dados enviados passam do tamanho permitido.');
  }
  const text = await request.text();
  const typed: LoginFields = Object.fromEntries(new URLSearchParams(text));
  const ticket = choices.open(caller.choiceTicket);
  const fields = withChoice(typed, ticket);
  const headers = new Headers(request.headers);
  const body = fields === typed ? text : new URLSearchParams(fields).toString();
  headers.set('content-length', String(Buffer.byteLength(body)));
  const sent = new Request(request.url, { method: request.method, headers, body });
  const target = fields.uuid && !fields.password ? (findCall('POST', BOOK_CODE) ?? known) : known;
  const answer = await askHosts(sent, caller, target);
  if (!answer.ok) return answer;
  const { users, access_token } = (await answer.clone().json()) as LoginAnswer;
  if (access_token || users.length < 2) return answer;
  const { user_id: _chosen, ...secret } = fields;
  const listed = new Headers(answer.headers);
  listed.set('x-portal-choice', choices.seal(secret));
  return new Response(answer.body, { status: answer.status, headers: listed });
}

/**
 * A payment call of the franchise's host has no bearer and names a bill by its number. Only the owner of the bill may
 * send it on.
 */
export async function payOwnBill(
  owners: BillOwners,
  askHosts: AskHosts,
  request: Request,
  caller: Caller,
  known: KnownCall,
): Promise<Response> {
  const token = tokenOf(request, caller);
  if (!token) return refusal(404, 'Entre no portal para pagar.');
  const url = new URL(request.url);
  const query = [...url.searchParams];
  const names = new Set(query.map(([name]) => name));
  // When a name comes twice, another reader could take the other value.
  if (names.size < query.length) return refusal(422, 'Confira os dados enviados.');
  const typed = [known.params.id ?? '', ...(url.searchParams.get('com')?.split(',') ?? [])];
  if (!typed.every((id) => /^\d{1,9}$/.test(id))) return refusal(404, 'Não encontramos esta parcela.');
  const bills = typed.map(Number);
  const [bill = 0, ...others] = bills;
  const person = createHash('sha256').update(token).digest('base64url');
  try {
    await owners.require(person, bills, hostClient(askHosts, request, caller));
    if (request.method === 'POST') owners.tryCard(bill);
  } catch (error) {
    if (!(error instanceof ApiError) || error.status === 0) throw error;
    return refusal(error.status, error.detail);
  }
  // The host gets the values that were read here, so both mean the same bills.
  if (url.searchParams.has('com')) url.searchParams.set('com', others.join(','));
  const init: RequestInit & { duplex: 'half' } = {
    method: request.method,
    headers: request.headers,
    body: request.body,
    duplex: 'half',
  };
  return askHosts(new Request(url, init), caller, { ...known, params: { ...known.params, id: String(bill) } });
}
