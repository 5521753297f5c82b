import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  amountFor,
  costOf,
  MAX_CENTAVOS,
  MAX_MINOR,
  type Price,
  scaledRate,
} from '../../../../../src/server/money/exchange/quote.ts';

const price: Price = { rate: '5.4321', spreadBps: 200, iofBps: 350, tariff: 2_500 };

const rates = fc
  .tuple(fc.integer({ min: 0, max: 99 }), fc.integer({ min: 1, max: 99_999_999 }), fc.integer({ min: 1, max: 8 }))
  .map(([whole, decimals, places]) => `${whole}.${String(decimals).padStart(8, '0').slice(-places)}`)
  .filter((text) => scaledRate(text) !== null);
const prices: fc.Arbitrary<Price> = fc.record({
  rate: rates,
  spreadBps: fc.integer({ min: 0, max: 2_000 }),
  iofBps: fc.integer({ min: 0, max: 2_000 }),
  tariff: fc.integer({ min: 0, max: 100_000 }),
});
const amounts = fc.integer({ min: 1, max: MAX_MINOR });

describe('the cost of a foreign amount (EXCH-04)', () => {
  it.each([
    // 100.000 × 5,4321 × 1,02 = 554.074,2; 3,5 % of 554.074 = 19.392,59
    [100_000, price, { converted: 554_074, iof: 19_393, tariff: 2_500, total: 575_967 }],
    // 1 × 5,4321 × 1,02 = 5,540742; 3,5 % of 6 = 0,21
    [1, price, { converted: 6, iof: 0, tariff: 2_500, total: 2_506 }],
    // Exactly half a centavo goes up, also where a float would say 1,4999…
    [1, { rate: '1.5', spreadBps: 0, iofBps: 0, tariff: 0 }, { converted: 2, iof: 0, tariff: 0, total: 2 }],
    [100, { rate: '1.005', spreadBps: 0, iofBps: 0, tariff: 0 }, { converted: 101, iof: 0, tariff: 0, total: 101 }],
    [100, { rate: '1', spreadBps: 0, iofBps: 50, tariff: 0 }, { converted: 100, iof: 1, tariff: 0, total: 101 }],
  ])('%i cents', (minor, at, cost) => {
    expect(costOf(minor, at)).toEqual(cost);
  });

  it('each part of the cost of a foreign amount is the exact value, rounded to the nearest centavo', () => {
    fc.assert(
      fc.property(amounts, prices, (minor, at) => {
        const { converted, iof, tariff, total } = costOf(minor, at);
        const [whole = '', places = ''] = at.rate.split('.');
        const rateOver = BigInt(whole + places);
        const rateUnder = 10n ** BigInt(places.length);
        // Nearest, and half going up: −1/2 ≤ rounded − exact… < 1/2, both sides multiplied by the denominator.
        const isNearest = (rounded: number, over: bigint, under: bigint) => {
          const off = (BigInt(rounded) * under - over) * 2n;
          return off > -under && off <= under;
        };
        const bps = BigInt(10_000 + at.spreadBps);
        expect(isNearest(converted, BigInt(minor) * rateOver * bps, rateUnder * 10_000n)).toBe(true);
        expect(isNearest(iof, BigInt(converted) * BigInt(at.iofBps), 10_000n)).toBe(true);
        expect(total).toBe(converted + iof + tariff);
        for (const part of [converted, iof, tariff, total]) expect(Number.isSafeInteger(part)).toBe(true);
      }),
    );
  });

  it('the cost of a foreign amount never falls as the amount grows', () => {
    fc.assert(
      fc.property(amounts, amounts, prices, (a, b, at) => {
        const [less, more] = a < b ? [a, b] : [b, a];
        expect(costOf(less, at).total).toBeLessThanOrEqual(costOf(more, at).total);
      }),
    );
  });

  it.each(['', '0', '0.0', '-1', '1,5', '1.', '.5', '1e3', '5.123456789', '1234567', ' 5', '٥', 'NaN'])(
    '%j is no rate',
    (text) => {
      expect(scaledRate(text)).toBeNull();
      expect(() => costOf(1, { ...price, rate: text })).toThrow(RangeError);
    },
  );
});

describe('the foreign amount that a total can buy', () => {
  it.each([
    [575_967, 100_000],
    [575_966, 99_999],
    [2_506, 1],
    [2_505, 0],
    [1, 0],
  ])('%i centavos', (centavos, minor) => {
    expect(amountFor(centavos, price)).toBe(minor);
  });

  it('the amount is the largest whose cost fits the total', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: MAX_CENTAVOS }), prices, (centavos, at) => {
        const minor = amountFor(centavos, at);
        expect(minor).toBeLessThanOrEqual(MAX_MINOR + 1);
        if (minor > 0) expect(costOf(minor, at).total).toBeLessThanOrEqual(centavos);
        if (minor <= MAX_MINOR) expect(costOf(minor + 1, at).total).toBeGreaterThan(centavos);
      }),
    );
  });

  it('the total of an amount buys at least that amount for the same total', () => {
    fc.assert(
      fc.property(amounts, prices, (minor, at) => {
        const { total } = costOf(minor, at);
        const back = amountFor(total, at);
        expect(back).toBeGreaterThanOrEqual(minor);
        expect(costOf(back, at).total).toBe(total);
      }),
    );
  });
});
