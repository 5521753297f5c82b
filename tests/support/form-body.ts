/**
 * A form with the given fields. A form carries only text, so other values are sent as JSON.
 *
 * @param fields anything; a value that is no record has no fields
 */
export function formBody(fields: unknown): URLSearchParams {
  if (fields === null || typeof fields !== 'object' || Array.isArray(fields)) return new URLSearchParams();
  const given = Object.entries(fields).filter(([, value]) => value !== undefined);
  return new URLSearchParams(
    given.map(([name, value]): [string, string] => [name, typeof value === 'string' ? value : JSON.stringify(value)]),
  );
}
