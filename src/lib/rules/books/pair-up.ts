/** Two ways to read the same name: of a row that stands, and of a text that is wanted. Null names nothing. */
export type Name<Row, Target> = readonly [
  of: (row: Row) => string | number | null,
  as: (target: Target) => string | number | null,
];

/** A wanted text with the row that holds it today, if any. */
export interface Pair<Row, Target> {
  row: Row | undefined;
  target: Target;
}

/**
 * Finds for each wanted text the row that it continues, by the first name that fits. Each row continues in one text at
 * most.
 *
 * @param names the surest name first
 * @returns the pairs in the order of the texts, and the rows that no text continues.
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

/** Gives out numbers from 1 that nobody has. @returns null once all are taken */
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
