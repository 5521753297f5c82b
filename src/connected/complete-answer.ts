import { User } from '#lib/contract/account.schema.ts';
import { type CallName, schemaOf } from '#lib/contract/index.schema.ts';
import { orderStatus } from '#lib/rules/orders/status.ts';

type Fields = Record<string, unknown>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
/** Lays the fields that came over the defaults for those that did not. */
const over = (missing: Fields, came: Fields): Fields => ({
  ...missing,
  ...Object.fromEntries(Object.entries(came).filter(([key, value]) => !(value === null && key in missing))),
});

/** Flags that the specification names (its section 3). Guards stand on them, so an answer without one is refused. */
const NAMED: ReadonlySet<string> = new Set(['is_club', 'pwa_installed', 'drive_user.company.venda_direta_allow']);

export const namedPlaces = (call: CallName): ReadonlySet<string> | undefined => (answersUser(call) ? NAMED : undefined);

/** The current user, somebody by number, and what a change of the registration or the profile answers. */
const answersUser = (call: CallName) => schemaOf(call).result === User;

/**
 * The specification names only a few fields of three answers: a login, a user and the status of an order (its section 3). The rest of
 * their contract is ours, so a host may leave it out. The reader knows a default for lists, texts and flags. Here stand
 * those of the other kinds.
 *
 * @param call answers of other calls come back unchanged
 */
export function completeAnswer(call: CallName, answer: unknown): unknown {
  if (!isFields(answer)) return answer;
  if (call === 'auth.login' || call === 'auth.loginWithBookCode') return loginOf(answer);
  if (call === 'orders.createOrder' || call === 'orders.cancelOrder') return orderOf(answer);
  if (call === 'orders.listOrders' && Array.isArray(answer.items)) {
    return { ...answer, items: answer.items.map((item) => (isFields(item) ? orderOf(item) : item)) };
  }
  return answersUser(call) ? userOf(answer) : answer;
}

/** "Answer gives users or access_token". The kind of a token is a word in any case (RFC 6750). */
function loginOf(answer: Fields): Fields {
  if (!Array.isArray(answer.users) && typeof answer.access_token !== 'string') return answer;
  const { token_type: type, ...rest } = answer;
  const kind = typeof type === 'string' ? type.toLowerCase() : (type ?? 'bearer');
  return { ...over({ users: [] }, rest), token_type: kind };
}

/** The list of statuses (section 3) has an id, a name, a colour and a description: the id says the place on the way. */
function orderOf(order: Fields): Fields {
  const { status } = order;
  if (!isFields(status)) return order;
  // An object may have no text, and a number of it throws.
  const { final, passo } = orderStatus(typeof status.id === 'object' ? Number.NaN : Number(status.id));
  return { ...order, status: over({ final, passo }, status) };
}

function userOf(answer: Fields): Fields {
  const user = over({ created_at: new Date(0).toISOString() }, answer);
  const { drive_user: drive } = user;
  return { ...user, ...(isFields(drive) && { drive_user: driveUserOf(drive, user) }) };
}

/** Days and hours are in the portal's own zone when the school names none. */
function driveUserOf(drive: Fields, { id, full_name: nome = '' }: Fields): Fields {
  const { company } = drive;
  return {
    ...over({ id, nome, papel: 'aluno' }, drive),
    company: isFields(company) ? over({ marca: 'knn' }, company) : company,
  };
}
