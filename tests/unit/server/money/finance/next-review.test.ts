import { describe, expect, it } from 'vitest';
import { nextReview } from '../../../../../src/server/money/finance/charge.ts';

describe('when a paid charge is checked again', () => {
  const DAY_MS = 86_400_000;
  const paid = new Date('2026-03-10T12:00:00Z');
  const days = (n: number) => new Date(paid.getTime() + n * DAY_MS);
  it.each([
    ['pix', 0, 1],
    ['pix', 6, 7],
    ['pix', 7, 14],
    ['pix', 93, 100],
    ['pix', 94, null],
    ['boleto', 94, null],
    ['cartao', 94, 101],
    ['cartao', 184, null],
  ] as const)('a %s of %i days: on day %s', (forma, age, next) => {
    expect(nextReview({ forma }, paid, days(age))).toEqual(next === null ? null : days(next));
  });
});
