import { expect, it } from 'vitest';
import { formatGrade, formatMark } from '../../../../src/lib/format/grade.ts';

it.each([
  [0, '0,0'],
  [7, '7,0'],
  [7.3, '7,3'],
  [7.25, '7,25'],
  [7.455, '7,46'],
  [10, '10,0'],
])('a grade of %s reads %s', (grade, words) => {
  expect(formatGrade(grade)).toBe(words);
});

it('every grade is rounded as Intl rounds it', () => {
  const oneOrTwo = new Intl.NumberFormat('pt-BR', { minimumFractionDigits: 1, maximumFractionDigits: 2 });
  const upToTwo = new Intl.NumberFormat('pt-BR', { maximumFractionDigits: 2, useGrouping: false });
  const values = [...Array.from({ length: 100_001 }, (_, thousandths) => thousandths / 1_000), 999.94, 999.95, 1_000];
  for (const value of values) {
    if (formatGrade(value) !== oneOrTwo.format(value)) expect(formatGrade(value)).toBe(oneOrTwo.format(value));
    if (formatMark(value) !== upToTwo.format(value)) expect(formatMark(value)).toBe(upToTwo.format(value));
  }
  expect([formatMark(7.25), formatMark(8), formatMark(1_000)]).toEqual(['7,25', '8', '1000']);
});
