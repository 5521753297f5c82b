/** `erro`: something does not work, or is insecure. `aviso`: it works, but should be checked. */
export type Level = 'ok' | 'aviso' | 'erro';

/** The finding about one point, for the operator. */
export interface Finding {
  point: string;
  level: Level;
  /** What was found. */
  found: string;
  /** What to do; absent only for `ok`. */
  todo?: string;
}

export const fine = (point: string, found: string): Finding => ({ point, level: 'ok', found });
export const warn = (point: string, found: string, todo: string): Finding => ({ point, level: 'aviso', found, todo });
export const wrong = (point: string, found: string, todo: string): Finding => ({ point, level: 'erro', found, todo });

export const reasonOf = (error: unknown): string => {
  if (error instanceof AggregateError) return reasonOf(error.errors[0]);
  if (!(error instanceof Error)) return String(error);
  return error.cause === undefined ? error.message : `${error.message} (${reasonOf(error.cause)})`;
};
