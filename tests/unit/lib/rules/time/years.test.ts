import { expect, it } from 'vitest';
import { yearsFrom } from '../../../../../src/lib/rules/time/years.ts';

it('CONST-12: a list of years holds the current one and three more', () => {
  expect(yearsFrom('2026-12-31')).toEqual(['2026', '2027', '2028', '2029']);
});
