import fc from 'fast-check';
import { expect } from 'vitest';
import type { Engine } from '../../src/server/db/connection.ts';

const MAX_ON_POSTGRES = 20;

/**
 * How many inputs a call is sent. Reading comes before the database, so SQLite sees all of them; PostgreSQL sees a sample,
 * for what it alone refuses to store or to compare.
 */
export const inputsOn = (engine: Engine, count: number) => ({
  numRuns: engine === 'sqlite' ? count : Math.min(count, MAX_ON_POSTGRES),
});

/** Anything that JSON can carry, with what tends to be forgotten. */
export const anything = fc.oneof(
  fc.anything({ withNullPrototype: false, maxDepth: 2 }).filter((value) => isWritable(value)),
  fc.constantFrom('', '\u0000', '\ud800', '../..', '1e309', '9'.repeat(30), -1, 0, 1.5, 2 ** 53, null, true, [], {}),
);

/** Parts that look right, so that some inputs get past the first check. */
export const near = (...values: unknown[]) =>
  fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...values) }, { weight: 1, arbitrary: anything });

/** Some of these fields, or all. */
export const record = (fields: Record<string, fc.Arbitrary<unknown>>) => fc.record(fields, { requiredKeys: [] });

/** What can stand in an address: one segment of well-formed text. */
export function textOf(value: unknown): string {
  const text = String(typeof value === 'object' ? JSON.stringify(value) : value).toWellFormed();
  return ['', '.', '..'].includes(text) ? 'x' : text;
}

/** What was sent is taken, or refused in words. @param allowed answers of the server that are right here, such as 503 */
export async function expectWords(answer: Response, ...allowed: number[]): Promise<void> {
  const text = await answer.text();
  expect(answer.status < 500 || allowed.includes(answer.status), `${answer.status} ${text}`).toBe(true);
  if (answer.status >= 400) expect(JSON.parse(text).detail).toMatch(/\S/);
}

function isWritable(value: unknown): boolean {
  try {
    return JSON.stringify(value) !== undefined;
  } catch {
    return false;
  }
}
