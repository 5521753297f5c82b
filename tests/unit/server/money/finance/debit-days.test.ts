import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { daysUntil, shiftDay } from '../../../../../src/lib/rules/time/days.ts';
import { bankDayFrom, isBankDay } from '../../../../../src/server/money/finance/bank-days.ts';
import {
  committedDay,
  isDebitOver,
  isInTime,
  isOrderDay,
  retryDay,
} from '../../../../../src/server/money/finance/debit-days.ts';
import { saoPaulo } from '../../../../support/bills.ts';

const anyDay = fc.integer({ min: 0, max: 1500 }).map((days) => shiftDay('2026-01-01', days));

describe('the days of a debit', () => {
  it('a debit is ordered 2 to 10 days ahead, bank days included, and every due day has such a day', () => {
    fc.assert(
      fc.property(anyDay, (day) => {
        const due = bankDayFrom(day, saoPaulo);
        const days = Array.from({ length: 20 }, (_, back) => shiftDay(due, -back));
        const open = days.filter((today) => isOrderDay(due, today, saoPaulo));
        expect(open.length).toBeGreaterThan(0);
        for (const today of open) {
          const between = Array.from({ length: daysUntil(today, due) }, (_, at) => shiftDay(today, at));
          const banking = between.filter((each) => isBankDay(each, saoPaulo)).length;
          expect(daysUntil(today, due)).toBeLessThanOrEqual(10);
          expect(banking).toBeGreaterThanOrEqual(isBankDay(today, saoPaulo) ? 2 : 1);
          expect(daysUntil(today, due)).toBeGreaterThanOrEqual(2);
          expect(isInTime(due, today, saoPaulo)).toBe(true);
        }
      }),
    );
  });

  it('a debit is retried up to three times, each on a later day, within a week and before the next bill', () => {
    fc.assert(
      fc.property(anyDay, fc.integer({ min: 1, max: 40 }), fc.integer({ min: 0, max: 9 }), (due, next, late) => {
        let today = shiftDay(due, late);
        const nextDue = shiftDay(due, next);
        let tries = 0;
        for (;;) {
          const day = retryDay(due, today, tries, nextDue);
          if (day === null) break;
          expect(day > today && day < nextDue && daysUntil(due, day) <= 7).toBe(true);
          [today, tries] = [day, tries + 1];
        }
        expect(tries).toBeLessThanOrEqual(3);
      }),
    );
  });

  it('a debit follows the clock of Brasília', () => {
    expect(committedDay(new Date('2026-12-09T00:59:00Z'))).toBe('2026-12-08');
    expect(committedDay(new Date('2026-12-09T01:01:00Z'))).toBe('2026-12-09');
    expect(isDebitOver('2026-12-08', new Date('2026-12-09T00:14:00Z'))).toBe(false);
    expect(isDebitOver('2026-12-08', new Date('2026-12-09T00:16:00Z'))).toBe(true);
  });
});
