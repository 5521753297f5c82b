/** Why a number sends nothing until somebody acts. */
export type WhatsappTrouble = 'token' | 'pagamento' | 'bloqueado' | 'numero';

/**
 * What an error of the API means for a message. `number`: the number waits. `reader`: this message waits. `again`: it is tried
 * again. `trouble`: nothing leaves from the number until somebody acts. `template`: the template is not used until it is read
 * again. `failed`: this reader does not get it. `unknown`: it may have left.
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
/** Too many calls of the app or of the account, too much for the number, restricted for spam. */
const BUSY = new Set([4, 80_007, 130_429, 131_048, 133_016]);
/** Too many messages to one reader. */
const BUSY_READER = 131_056;
const TRY_AGAIN = new Set([1, 2, 131_000, 131_016, 131_057]);

/**
 * What follows from an error, by the code of Meta's pages and else by the status of HTTP: its pages say to go by codes.
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
  // Without a code something before Meta may have answered, or the answer is cut off: that is no refusal.
  return { kind: status >= 500 || status === 200 ? 'unknown' : 'failed' };
}

const order = ['na_fila', 'aceita', 'falhou', 'mostrada', 'clicada'];

/**
 * The state of a message after a status of the webhook. Statuses come late, twice and in any order, so a state only goes up:
 * what was delivered to one device did not fail.
 *
 * @returns null where nothing changes
 */
export function afterStatus<State extends string>(
  state: State,
  status: string,
): 'aceita' | 'falhou' | 'mostrada' | 'clicada' | null {
  const next = ({ sent: 'aceita', failed: 'falhou', delivered: 'mostrada', read: 'clicada' } as const)[status];
  if (!next) return null;
  // What had ended here before it was known to have left counts as not sent yet.
  return order.indexOf(next) > Math.max(order.indexOf(state), 0) ? next : null;
}
