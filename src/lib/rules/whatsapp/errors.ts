/** Why a number sends nothing until somebody acts. */
export type WhatsappTrouble = 'token' | 'pagamento' | 'bloqueado' | 'numero';

/**
 * The consequence of an API error. `number`: all messages of the number wait. `reader`: this message waits. `again`: it
 * is retried. `trouble`: the number sends nothing until somebody acts. `template`: the template is not used until its
 * state is loaded again. `failed`: this reader does not get the message. `unknown`: it may have been sent.
 */
export type WhatsappConsequence =
  | { kind: 'number' | 'reader' | 'again' | 'failed' | 'unknown' }
  | { kind: 'trouble'; trouble: WhatsappTrouble }
  | { kind: 'template'; status: string };

const troubles: Readonly<Record<number, WhatsappTrouble>> = {
  0: 'token',
  3: 'token',
  10: 'token',
  190: 'token',
  33: 'numero',
  133010: 'numero',
  131042: 'pagamento',
  368: 'bloqueado',
  131031: 'bloqueado',
};
const templates: Readonly<Record<number, string>> = {
  132001: 'MISSING',
  132015: 'PAUSED',
  132016: 'DISABLED',
};
/** Rate limits of the app or the account, throughput limit of the number, restriction for spam. */
const BUSY = new Set([4, 80_007, 130_429, 131_048, 133_016]);
/** Too many messages to one reader. */
const BUSY_READER = 131_056;
const TRY_AGAIN = new Set([1, 2, 131_000, 131_016, 131_057]);

/**
 * The consequence of an error, by Meta’s error code if there is one (as Meta recommends), else by the HTTP status.
 *
 * @param code null: the answer had none
 */
export function whatsappConsequence(code: number | null, status: number): WhatsappConsequence {
  if (code !== null) {
    const trouble = troubles[code] ?? (code >= 200 && code <= 299 ? 'token' : undefined);
    if (trouble) return { kind: 'trouble', trouble };
    const template = templates[code];
    if (template) return { kind: 'template', status: template };
    if (BUSY.has(code)) return { kind: 'number' };
    if (code === BUSY_READER) return { kind: 'reader' };
    if (TRY_AGAIN.has(code)) return { kind: 'again' };
    return { kind: 'failed' };
  }
  if (status === 429) return { kind: 'number' };
  if (status === 401 || status === 403) return { kind: 'trouble', trouble: 'token' };
  // Without a code the answer may come from a proxy, or be truncated: that is no refusal.
  return { kind: status >= 500 || status === 200 ? 'unknown' : 'failed' };
}

const order = ['na_fila', 'aceita', 'falhou', 'mostrada', 'clicada'];

/**
 * A message’s state after a webhook status. Statuses come late, twice and in any order, so a state only advances: a
 * message delivered to one device did not fail.
 *
 * @returns null if nothing changes
 */
export function afterStatus<State extends string>(
  state: State,
  status: string,
): 'aceita' | 'falhou' | 'mostrada' | 'clicada' | null {
  const next = ({ sent: 'aceita', failed: 'falhou', delivered: 'mostrada', read: 'clicada' } as const)[status];
  if (!next) return null;
  // A state outside `order` counts as not sent yet.
  return order.indexOf(next) > Math.max(order.indexOf(state), 0) ? next : null;
}
