import { expect, it } from 'vitest';
import { daySpans } from '../../../../../src/lib/rules/lists/day-spans.ts';
import { byMonth, monthSums } from '../../../../../src/lib/rules/lists/month-sums.ts';

const at = (day: string, amount = 1) => ({ day, amount });
const monthOf = ({ day }: { day: string }) => day.slice(0, 7);
const all = [at('2026-11-20', 5), at('2026-11-02', -2), at('2026-10-31', 7), at('2026-08-01', 1)];

it('a page has the sums of the whole months that it shows, in its order', () => {
  const shown = all.slice(1, 3);
  expect(monthSums(shown, all, monthOf, ({ amount }) => amount)).toEqual([
    { mes: '2026-11', soma: 3 },
    { mes: '2026-10', soma: 7 },
  ]);
});

it('a month without counted entries has a sum of zero, and a page without entries has no months', () => {
  expect(monthSums([at('2026-09-01')], all, monthOf, ({ amount }) => amount)).toEqual([{ mes: '2026-09', soma: 0 }]);
  expect(monthSums([], all, monthOf, ({ amount }) => amount)).toEqual([]);
});

it('entries are grouped by month; a month without a given sum has none', () => {
  const groups = byMonth(all, [{ mes: '2026-11', soma: 3 }], monthOf);
  expect(groups.map(({ mes, soma, items }) => [mes, soma, items.length])).toEqual([
    ['2026-11', 3, 2],
    ['2026-10', null, 1],
    ['2026-08', null, 1],
  ]);
  expect(byMonth(all, undefined, monthOf)[0]?.soma).toBeNull();
});

it.each([
  ['2026-11-23', ['2026-11-01', '2026-08-23', '2026-01-01']],
  ['2026-05-31', ['2026-05-01', '2026-02-28', '2026-01-01']],
  ['2026-01-20', ['2026-01-01', '2025-10-20']],
  ['2026-04-01', ['2026-04-01', '2026-01-01']],
])('on %s the date ranges begin on %j', (today, days) => {
  expect(daySpans(today).map(({ de }) => de)).toEqual(days);
});
