import { describe, expect, it } from 'vitest';
import { billsOf, MOST_BILLS, payTogether } from '#lib/pay-page.ts';
import { routes } from '#lib/routes.ts';

const bills = (count: number) => Array.from({ length: count }, (_, index) => ({ id: index + 1 }));
const opened = (href: string) => billsOf(new URL(href, 'https://aluno.example').searchParams);

describe('the address of a pay page', () => {
  it.each([1, MOST_BILLS])('opens %i bills', (count) => {
    const ids = bills(count).map(({ id }) => id);
    expect(opened(routes.finance.pay(ids))).toEqual(ids);
  });

  it('is made for as many overdue bills as one code pays, the oldest of them', () => {
    const { chosen, isAll } = payTogether(bills(20));
    expect([chosen.length, isAll]).toEqual([MOST_BILLS, false]);
    expect(opened(routes.finance.pay(chosen.map(({ id }) => id)))).toEqual(chosen.map(({ id }) => id));
    expect(payTogether(bills(3))).toEqual({ chosen: bills(3), isAll: true });
  });

  it('opens none for what is no list of bills', () => {
    for (const text of [
      '',
      '0',
      '1,x',
      '-1',
      bills(MOST_BILLS + 1)
        .map(({ id }) => id)
        .join(),
    ]) {
      expect(billsOf(new URLSearchParams({ parcelas: text }))).toEqual([]);
    }
  });
});
