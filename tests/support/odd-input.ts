import fc from 'fast-check';
import { expect } from 'vitest';
import type { Engine } from '../../src/server/core/db/connection.ts';

const MAX_ON_POSTGRES = 20;

/**
 * How many inputs a call gets. The input check comes before the database, so SQLite gets all of them; PostgreSQL gets a
 * sample, for values that only it refuses to store or to compare.
 */
export const inputsOn = (engine: Engine, count: number) => ({
  numRuns: engine === 'sqlite' ? count : Math.min(count, MAX_ON_POSTGRES),
});

/** Texts that break parsers. */
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
  '-0',
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

/** These texts, and other values that JSON can carry. */
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

/** English texts that could come from a library. */
const english = /\b(expected|received|invalid|required|must|unexpected|error|undefined|cannot|too (small|big|long))\b/i;

/** Any JSON value, with commonly forgotten ones. */
export const anything = fc.oneof(
  fc.anything({ withNullPrototype: false, maxDepth: 2 }).filter((value) => isWritable(value)),
  fc.constantFrom('', '\u0000', '\ud800', '../..', '1e309', '9'.repeat(30), -1, 0, 1.5, 2 ** 53, null, true, [], {}),
);

/** Plausible values, so that some inputs pass validation. */
export const near = (...values: unknown[]) =>
  fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...values) }, { weight: 1, arbitrary: anything });

/** A value as an address can hold it: one segment of well-formed text. */
export function textOf(value: unknown): string {
  const text = String(typeof value === 'object' ? JSON.stringify(value) : value).toWellFormed();
  return ['', '.', '..'].includes(text) ? 'x' : text;
}

/**
 * The server accepts the input, or refuses it with a Portuguese text.
 *
 * @param allowed other right answers here, such as 503
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
