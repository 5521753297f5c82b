/** Two ways to derive the same key: from an existing row, and from a target text. null: no key. */
export type Name<Row, Target> = readonly [
  of: (row: Row) => string | number | null,
  as: (target: Target) => string | number | null,
];

/** A target text with the existing row that it continues, if any. */
export interface Pair<Row, Target> {
  row: Row | undefined;
  target: Target;
}

/**
 * Matches each target text with the existing row that it continues, by the first key that fits. Each row matches at most
 * one text.
 *
 * @param names the most reliable key first
 * @returns the pairs in the order of the texts, and the unmatched rows
 */
export function pairUp<Row, Target>(
  rows: readonly Row[],
  target: readonly Target[],
  names: readonly Name<Row, Target>[],
): { pairs: Pair<Row, Target>[]; left: Row[] } {
  const free = new Set(rows);
  const found = new Map<Target, Row>();
  for (const [of, as] of names) {
    const known = new Map<string | number, Row>();
    for (const row of free) {
      const name = of(row);
      if (name !== null && !known.has(name)) known.set(name, row);
    }
    for (const text of target) {
      const name = found.has(text) ? null : as(text);
      const row = name === null ? undefined : known.get(name);
      if (row === undefined || name === null) continue;
      found.set(text, row);
      free.delete(row);
      known.delete(name);
    }
  }
  return { pairs: target.map((text) => ({ row: found.get(text), target: text })), left: [...free] };
}

/** Assigns unused numbers from 1. @returns null once all are taken */
export function freeNumbers(taken: Iterable<number>, max: number): (wish: number) => number | null {
  const used = new Set(taken);
  return (wish) => {
    let number: number | null = null;
    if (!used.has(wish)) number = wish;
    for (let next = 1; number === null && next <= max; next++) if (!used.has(next)) number = next;
    if (number !== null) used.add(number);
    return number;
  };
}
