const RULES: readonly (readonly [RegExp, string])[] = [
  [/\bBearer\s+[\w.~+/-]+=*/gi, 'Bearer [removido]'],
  [/\beyJ[\w-]+\.[\w-]+\.[\w-]*/g, '[token]'],
  [/[\w.%+-]+@[\w-]+(?:\.[\w-]+)+/g, '[e-mail]'],
  [/\b\d{3}\.?\d{3}\.?\d{3}-?\d{2}\b/g, '[cpf]'],
  [/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi, '[uuid]'],
  [/\b[A-Z]{2,10}-LIVRO-\d+\b/gi, '[livro]'],
  [/\b(?:\d[ -]?){13,19}\b/g, '[cartão]'],
  // Queries carry reset tokens and codes: none leaves.
  [/(https?:\/\/[^\s?#"']+|\/[^\s?#"']*)\?[^\s"']*/g, '$1?[removido]'],
];

/** Takes tokens, CPF, mail addresses, book codes, card numbers and queries out of a text (SENTRY-07). */
export const scrubText = (text: string) => RULES.reduce((rest, [pattern, replacement]) => rest.replace(pattern, replacement), text);

/** The same for every text in a report, however deep. Keys stay. */
export function scrub<T>(value: T): T {
  if (typeof value === 'string') return scrubText(value) as T;
  if (Array.isArray(value)) return value.map(scrub) as T;
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, scrub(part)])) as T;
}
