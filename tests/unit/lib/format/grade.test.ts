import { expect, it } from 'vitest';
import { formatGrade } from '../../../../src/lib/format/grade.ts';

it.each([
  [0, '0,0'],
  [7, '7,0'],
  [7.45, '7,5'],
  [10, '10,0'],
])('a grade of %s reads %s', (grade, words) => {
  expect(formatGrade(grade)).toBe(words);
});
