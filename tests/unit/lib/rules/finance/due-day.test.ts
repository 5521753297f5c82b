import { expect, it } from 'vitest';
import { isDueDay } from '../../../../../src/lib/rules/finance/due-day.ts';

it.each([
  ['2026-12-10', true],
  ['2006-11-28', true],
  ['2046-11-28', true],
  ['2006-11-27', false],
  ['2046-11-29', false],
  ['0026-12-10', false],
  ['9999-12-31', false],
])('a bill may be due on %s: %s', (day, isRight) => {
  expect(isDueDay(day, '2026-11-28')).toBe(isRight);
});
