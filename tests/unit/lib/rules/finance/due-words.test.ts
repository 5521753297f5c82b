import { expect, test } from 'vitest';
import { dueWords } from '../../../../../src/lib/rules/finance/due-words.ts';

test.each([
  ['2026-11-03', 'venceu em 03/11 · há 25 dias'],
  ['2026-11-27', 'venceu em 27/11 · há 1 dia'],
  ['2026-11-28', 'vence hoje'],
  ['2026-12-01', 'vence em 01/12/2026'],
])('on 28/11 a bill of %s %s', (due, words) => {
  expect(dueWords(due, '2026-11-28')).toBe(words);
});
