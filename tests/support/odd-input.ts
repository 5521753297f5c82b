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

/** Texts that readers trip over. */
export const texts = [
  '',
  ' ',
  'x'.repeat(300),
  'İ'.repeat(254),
  '😀'.repeat(127),
  '\ud800',
  '\u202e\u200b',
  '-1',
  '0',
  '1e9',
  '2147483648',
  '9'.repeat(19),
  'NaN',
  'null',
  "' or '1'='1",
  '%',
  '../../etc/passwd',
  '<script>alert(1)</script>',
  '{{7*7}}',
  'Ａ１',
];

/** They, and what else JSON can carry. */
export const values: readonly unknown[] = [
  ...texts,
  null,
  0,
  -1,
  1.5,
  1e300,
  true,
  [],
  [[]],
  {},
  { $gt: '' },
  { length: 1 },
  ['x'],
  { toString: 1 },
];

/** English that a library might let through. */
const english = /\b(expected|received|invalid|required|must|unexpected|error|undefined|cannot|too (small|big|long))\b/i;

/** Anything that JSON can carry, with what tends to be forgotten. */
export const anything = fc.oneof(
  fc.anything({ withNullPrototype: false, maxDepth: 2 }).filter((value) => isWritable(value)),
  fc.constantFrom('', '\u0000', '\ud800', '../..', '1e309', '9'.repeat(30), -1, 0, 1.5, 2 ** 53, null, true, [], {}),
);

/** Parts that look right, so that some inputs get past the first check. */
export const near = (...values: unknown[]) =>
  fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...values) }, { weight: 1, arbitrary: anything });

/** What can stand in an address: one segment of well-formed text. */
export function textOf(value: unknown): string {
  const text = String(typeof value === 'object' ? JSON.stringify(value) : value).toWellFormed();
  return ['', '.', '..'].includes(text) ? 'x' : text;
}

/**
 * What was sent is taken, or refused in Portuguese words.
 *
 * @param allowed answers of the server that are right here, such as 503
 */
export async function expectWords(answer: Response, what: string, ...allowed: number[]): Promise<void> {
  const text = await answer.text();
  expect(answer.status < 500 || allowed.includes(answer.status), `${what}: ${answer.status} ${text}`).toBe(true);
  if (answer.status < 400) return;
  const { detail } = JSON.parse(text);
  expect(detail, what).toMatch(/\S/);
  expect(String(detail).replace(/^[\w.]+: /, ''), what).not.toMatch(english);
}

function isWritable(value: unknown): boolean {
  try {
    return JSON.stringify(value) !== undefined;
  } catch {
    return false;
  }
}
