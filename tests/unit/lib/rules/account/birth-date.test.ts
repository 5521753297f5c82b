import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { describe, expect, it } from 'vitest';
import { isBirthDate, isUnderAge } from '../../../../../src/lib/rules/account/birth-date.ts';

const today = '2026-11-20';
const day = (min: string, max: string) => {
  const first = Temporal.PlainDate.from(min);
  const span = first.until(Temporal.PlainDate.from(max)).days;
  return fc.integer({ min: 0, max: span }).map((days) => first.add({ days }));
};

describe('VALID-05: only YYYY-MM-DD, real days, not in the future', () => {
  it.each(['2008-11-20', '2000-02-29', '1900-01-01', '2026-11-20', '1999-12-31'])('%s is accepted', (text) => {
    expect(isBirthDate(text, today)).toBe(true);
  });

  it.each([
    '',
    ' ',
    '20/11/2008',
    '2008-11-2',
    '2008-4-01',
    '08-11-20',
    '2008/11/20',
    '20081120',
    ' 2008-11-20',
    '2008-11-20 ',
    '2008-11-20\n',
    '2008-11-20T00:00:00Z',
    '2026-02-30',
    '2001-02-29',
    '1900-02-29',
    '2008-00-10',
    '2008-13-10',
    '2008-10-00',
    '2008-04-31',
    '2008-10-32',
    '0000-00-00',
    '1899-12-31',
    '0026-11-20',
    '2026-11-21',
    '9999-12-31',
    '+002008-11-20',
    '-2008-11-20',
    '٢٠٠٨-١١-٢٠',
    'null',
  ])('%j is refused', (text) => {
    expect(isBirthDate(text, today)).toBe(false);
    expect(isUnderAge(text, today)).toBeNull();
  });

  it('the check of a date of birth accepts exactly the days of the calendar', () => {
    const number = (max: number) => fc.integer({ min: 0, max }).map((value) => String(value).padStart(2, '0'));
    fc.assert(
      fc.property(fc.integer({ min: 1900, max: 2025 }), number(14), number(33), (year, month, date) => {
        const text = `${year}-${month}-${date}`;
        let isReal = true;
        try {
          Temporal.PlainDate.from(text);
        } catch {
          isReal = false;
        }
        expect(isBirthDate(text, today)).toBe(isReal);
      }),
    );
  });
});

describe('VALID-06: true under 18', () => {
  it.each([
    ['2008-11-21', '2026-11-20', true],
    ['2008-11-20', '2026-11-20', false],
    ['2008-11-20', '2026-11-19', true],
    ['2008-02-29', '2026-02-28', true],
    ['2008-02-29', '2026-03-01', false],
    ['2006-02-28', '2024-02-28', false],
    ['2008-12-31', '2026-12-31', false],
    ['2009-01-01', '2026-12-31', true],
    ['2026-11-20', '2026-11-20', true],
    ['1900-01-01', '2026-11-20', false],
  ])('born %s, on %s: %s', (born, on, expected) => {
    expect(isUnderAge(born, on)).toBe(expected);
  });

  it('the age check agrees with the calendar, and an adult stays an adult', () => {
    fc.assert(
      fc.property(day('1900-01-01', '2040-01-01'), day('1900-01-01', '2060-01-01'), (born, on) => {
        const answer = isUnderAge(born.toString(), on.toString());
        if (Temporal.PlainDate.compare(born, on) > 0) {
          expect(answer).toBeNull();
          return;
        }
        // In common years the 29th of February is followed by the 1st of March.
        const isLeapDay = born.month === 2 && born.day === 29;
        const clamped = born.add({ years: 18 });
        const adultOn = isLeapDay && clamped.day !== 29 ? clamped.add({ days: 1 }) : clamped;
        expect(answer).toBe(Temporal.PlainDate.compare(on, adultOn) < 0);
        if (answer === false) expect(isUnderAge(born.toString(), on.add({ days: 1 }).toString())).toBe(false);
      }),
    );
  });
});
