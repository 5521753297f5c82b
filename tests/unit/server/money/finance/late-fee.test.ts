import fc from 'fast-check';
import { expect, it } from 'vitest';
import { shiftDay } from '../../../../../src/lib/rules/time/days.ts';
import { lateFee, type Terms, usualTerms } from '../../../../../src/server/money/finance/amount-due.ts';
import { bankDayFrom, nationalCalendar } from '../../../../../src/server/money/finance/bank-days.ts';

const on = (today: string, terms: Terms = usualTerms) => ({ today, terms, calendar: nationalCalendar });

it.each([
  ['2026-05-12', '2026-05-12', 0, 0],
  ['2026-05-12', '2026-05-11', 0, 0],
  ['2026-05-12', '2026-05-13', 698, 11],
  ['2026-05-12', '2026-06-11', 698, 349],
  ['2028-02-25', '2028-03-01', 698, 58],
  // Due on a Saturday: Monday is in time, and the delay counts from Monday.
  ['2026-11-21', '2026-11-22', 0, 0],
  ['2026-11-21', '2026-11-23', 0, 0],
  ['2026-11-21', '2026-11-24', 698, 11],
  // Due on the Sunday of carnival.
  ['2026-02-15', '2026-02-18', 0, 0],
  ['2026-02-15', '2026-02-19', 698, 11],
])('due %s, paid %s: fine %i, interest %i', (due, today, multa, juros) => {
  expect(lateFee(34_900, due, on(today))).toEqual({ multa, juros });
});

it.each([
  // Tuesday and three days of grace: Friday is free, and then the delay counts from Tuesday.
  ['2026-05-12', '2026-05-15', 0, 0],
  ['2026-05-12', '2026-05-16', 500, 20],
  // Thursday and three days end on a Sunday: Monday is free.
  ['2026-05-14', '2026-05-18', 0, 0],
  ['2026-05-14', '2026-05-19', 500, 25],
])('terms of a school: due %s, paid %s: fine %i, interest %i', (due, today, multa, juros) => {
  expect(lateFee(10_000, due, on(today, { multa_bps: 500, juros_bps: 150, carencia_dias: 3 }))).toEqual({
    multa,
    juros,
  });
});

const someTerms = fc.record({
  multa_bps: fc.nat(1_000),
  juros_bps: fc.nat(1_000),
  carencia_dias: fc.nat(30),
});
const somePast = fc.integer({ min: 0, max: 3_650 }).map((days) => shiftDay('2026-01-01', days));

it('a late fee is zero until the last bank day to pay, never decreases, and is a whole number of centavos', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 1_000_000_000 }),
      somePast,
      fc.integer({ min: -40, max: 3_650 }),
      someTerms,
      (centavos, due, late, terms) => {
        const today = shiftDay(due, late);
        const { multa, juros } = lateFee(centavos, due, on(today, terms));
        const tomorrow = lateFee(centavos, due, on(shiftDay(today, 1), terms));
        if (today <= bankDayFrom(due, nationalCalendar)) expect([multa, juros]).toEqual([0, 0]);
        expect([Number.isSafeInteger(multa), Number.isSafeInteger(juros)]).toEqual([true, true]);
        expect(BigInt(multa) * 10_000n <= BigInt(centavos) * BigInt(terms.multa_bps)).toBe(true);
        const days = BigInt(Math.max(0, late));
        expect(BigInt(juros) * 300_000n <= BigInt(centavos) * BigInt(terms.juros_bps) * days).toBe(true);
        expect(tomorrow.multa >= multa && tomorrow.juros >= juros).toBe(true);
      },
    ),
  );
});

it('a late fee by the default terms stays within the legal 2 % and 1 % a month', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1_000_000_000 }), fc.integer({ min: 1, max: 3_650 }), (centavos, late) => {
      const { multa, juros } = lateFee(centavos, '2026-01-01', on(shiftDay('2026-01-01', late)));
      expect(multa * 50).toBeLessThanOrEqual(centavos);
      expect(BigInt(juros) * 3_000n <= BigInt(centavos) * BigInt(late)).toBe(true);
    }),
  );
});
