import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  AHEAD_MS,
  absenceStatus,
  BOOKED_BEFORE_MS,
  fitsAge,
  isBookable,
  isClash,
  type MissedFacts,
  mayReplace,
  REPLACED_WITHIN_MS,
} from '../../../../../src/server/study/absences/rules.ts';

const nothing: MissedFacts = { presence: null, report: null, replacement: null };
const facts = fc.record<MissedFacts>({
  presence: fc.constantFrom(null, 'presente', 'falta', 'justificada', 'reposta'),
  report: fc.constantFrom(null, 'avisada', 'justificada', 'nao_aceita'),
  replacement: fc.constantFrom(null, 'marcada', 'cancelada', 'feita', 'faltou'),
});
const now = new Date('2026-03-10T12:00:00Z');

describe('what a lesson counts as', () => {
  it.each<[Partial<MissedFacts>, string | null]>([
    [{}, null],
    [{ presence: 'falta' }, 'falta'],
    [{ report: 'avisada' }, 'avisada'],
    [{ presence: 'falta', report: 'avisada' }, 'avisada'],
    [{ presence: 'falta', report: 'nao_aceita' }, 'nao_aceita'],
    [{ presence: 'justificada', report: 'avisada' }, 'justificada'],
    [{ presence: 'presente', report: 'avisada' }, null],
    [{ presence: 'presente', replacement: 'marcada' }, 'presente'],
    [{ presence: 'reposta', report: 'justificada' }, 'reposta'],
    [{ presence: 'falta', replacement: 'feita' }, 'reposta'],
  ])('%o is %s', (given, status) => {
    expect(absenceStatus({ ...nothing, ...given })).toBe(status);
  });
});

describe('a replacement', () => {
  it('a missed lesson can be replaced once, within sixty days', () => {
    fc.assert(
      fc.property(facts, fc.integer({ min: -AHEAD_MS, max: 2 * REPLACED_WITHIN_MS }), (given, ago) => {
        const may = mayReplace(given, new Date(now.getTime() - ago), now);
        const status = absenceStatus(given);
        const isFree = given.replacement === null || given.replacement === 'cancelada';
        expect(may).toBe(
          status !== null && status !== 'reposta' && status !== 'presente' && isFree && ago <= REPLACED_WITHIN_MS,
        );
      }),
    );
  });

  it('a replacement begins two hours to thirty days from now', () => {
    fc.assert(
      fc.property(fc.integer({ min: -AHEAD_MS, max: 2 * AHEAD_MS }), (ahead) => {
        expect(isBookable(new Date(now.getTime() + ahead), now)).toBe(ahead >= BOOKED_BEFORE_MS && ahead <= AHEAD_MS);
      }),
    );
  });

  it('lessons clash only when they overlap; one may follow another directly', () => {
    const at = (hour: number) => `2026-03-10T${String(hour).padStart(2, '0')}:00:00.000Z`;
    const spans = fc.tuple(fc.integer({ min: 0, max: 20 }), fc.integer({ min: 1, max: 3 }));
    fc.assert(
      fc.property(spans, spans, ([a, long], [b, brief]) => {
        const [one, other] = [
          { inicio: at(a), fim: at(a + long) },
          { inicio: at(b), fim: at(b + brief) },
        ];
        const hours = (from: number, count: number) => Array.from({ length: count }, (_, i) => from + i);
        const shared = hours(a, long).some((hour) => hours(b, brief).includes(hour));
        expect(isClash(one, other)).toBe(shared);
        expect(isClash(other, one)).toBe(shared);
      }),
    );
  });

  it.each([
    ['an adult among children', '1990-05-02', ['2016-01-01', '2017-03-03'], false],
    ['a child among adults', '2016-01-01', ['1990-05-02'], false],
    ['a child among children of about the age', '2014-06-01', ['2016-01-01', '2017-03-03'], true],
    ['a teenager among younger children', '2011-01-01', ['2016-01-01', '2017-03-03'], false],
    ['an adult among adults of any age', '1990-05-02', ['1950-01-01'], true],
    ['somebody of eighteen among those of sixteen', '2008-02-01', ['2010-01-01'], true],
    ['an adult in a class of mixed ages', '1990-05-02', ['2012-01-01', '1980-01-01'], true],
    ['anybody where no age is known', '1990-05-02', [], true],
  ])('the rule of ages for %s', (_who, birth, others, fits) => {
    expect(fitsAge([birth], others, '2026-11-28')).toBe(fits);
    expect(fitsAge([], others, '2026-11-28')).toBe(true);
  });
});
