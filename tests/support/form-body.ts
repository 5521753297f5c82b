/**
 * A form of the fields that a test gives. A form carries text alone, so a value of another kind goes as JSON writes it.
 *
 * @param fields anything; what is no record has no fields
 */
export function formBody(fields: unknown): URLSearchParams {
  if (fields === null || typeof fields !== 'object' || Array.isArray(fields)) return new URLSearchParams();
  const given = Object.entries(fields).filter(([, value]) => value !== undefined);
  return new URLSearchParams(
    given.map(([name, value]): [string, string] => [name, typeof value === 'string' ? value : JSON.stringify(value)]),
  );
}
