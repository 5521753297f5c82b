type Replacement = string | ((found: string, ...parts: (string | undefined)[]) => string);

/**
 * No rule backtracks within its match: an optional part is matched if present, and the replacement checks for it. Reports
 * contain texts of strangers, and backtracking would take quadratic time.
 */
const RULES: readonly (readonly [RegExp, Replacement])[] = [
  [/\bBearer\s+[\w.~+/-]+=*/gi, 'Bearer [removido]'],
  // Values next to a secret’s name, as in `senha=…` or `"token":"…"`.
  [/((?:senha|password|token|cookie|session|secret|segredo|cvv)["']?\s*[=:]\s*["']?)[^\s"',;&}]+/gi, '$1[removido]'],
  [/\beyJ[\w-]+(\.[\w-]+\.[\w-]*)?/g, (found, rest) => (rest === undefined ? found : '[token]')],
  // Anybody who has the address of a push subscription can send to it.
  [/https:\/\/(?=[\w.-]*?(?:push|fcm|notify))[\w.-]+\/[^\s"']+/gi, '[push]'],
  // Queries and fragments carry reset tokens and codes: all are removed.
  [
    /((?:https?:\/)?\/[^\s?#"'<>()]*)([?#][^\s"'<>()]*)?/g,
    (found, path, query) => (query === undefined ? found : `${path}?[removido]`),
  ],
  [/(?<![\w.%+-])[\w.%+-]+(?:@|%40)[\w-]+(?:\.[\w-]+)+/gi, '[e-mail]'],
  [/\b\d{3}\.?\d{3}\.?\d{3}-?\d{2}\b/g, '[cpf]'],
  [/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi, '[uuid]'],
  [/\b[A-Z]{2,10}-LIVRO-\d+\b/gi, '[livro]'],
  [/\b\d(?:[ -]?\d){12,18}\b/g, '[cartão]'],
];

/** Values under these names are secret, whatever they look like. */
const SECRET_NAMES =
  /^(authorization|cookie|set-cookie|password|senha|.*token|auth|p256dh|endpoint|cpf|cvv|card_?number|email)$/i;
const DEEPEST = 12;

/**
 * Removes tokens, CPF, mail addresses, book codes, card numbers, push addresses and queries from a text (SENTRY-07).
 */
export const scrubText = (text: string) =>
  RULES.reduce((rest, [pattern, replacement]) => rest.replace(pattern, replacement as string), text);

/** The same for every text in a report. It copies plain objects and lists; other values stay as they are. */
export function scrub<T>(value: T, depth = 0): T {
  if (typeof value === 'string') return scrubText(value) as T;
  if (depth > DEEPEST) return value;
  if (Array.isArray(value)) return value.map((part) => scrub(part, depth + 1)) as T;
  if (!isPlain(value)) return value;
  const parts = Object.entries(value).map(([name, part]) => [
    name,
    typeof part === 'string' && SECRET_NAMES.test(name) ? '[removido]' : scrub(part, depth + 1),
  ]);
  return Object.fromEntries(parts) as T;
}

function isPlain(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false;
  const prototype = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
