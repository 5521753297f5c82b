import { expect, it } from 'vitest';
import { paidFor } from '../../../../../src/lib/rules/exchange/payment.ts';

it('a paid exchange shows its amount when it is known', () => {
  expect(paidFor({ moeda: 'USD', valor_minor: 10_000 }).what).toMatch(/^Câmbio de US\$\s100,00$/);
  expect(paidFor({ moeda: null }).what).toBe('Câmbio');
});
