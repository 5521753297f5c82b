import fc from 'fast-check';
import { expect, it } from 'vitest';
import { hasTurned } from '#lib/rules/account/birth-date.ts';
import { ageState, mayFamilySee } from '#lib/rules/account/coming-of-age.ts';
import { addMonths, shiftDay } from '#lib/rules/time/days.ts';
import { dayIn } from '#lib/rules/time/zones.ts';

const NOBODY = { answer: null, guardian_cpf: null } as const;
const CPF = '27865757379';

it.each([
  ['2008-12-30', '2026-11-29', 'minor'],
  ['2008-12-29', '2026-11-29', 'soon'],
  ['2008-11-30', '2026-11-29', 'soon'],
  ['2008-11-29', '2026-11-29', 'adult'],
  ['2008-02-29', '2026-02-28', 'soon'],
  ['2008-02-29', '2026-03-01', 'adult'],
  ['2008-03-31', '2026-02-28', 'minor'],
  ['2008-03-28', '2026-02-28', 'soon'],
  ['2026-12-01', '2026-11-29', null],
])('born on %s, on %s: %s', (birth, today, state) => {
  expect(ageState(birth, today)).toBe(state);
});

const days = fc
  .tuple(fc.integer({ min: 1990, max: 2015 }), fc.integer({ min: 0, max: 365 }), fc.integer({ min: -45, max: 45 }))
  .map(([year, day, offset]) => {
    const birth = shiftDay(`${year}-01-01`, day);
    return { birth, today: shiftDay(addMonths(birth, 12 * 18), offset) };
  });

it('the family has access until the 18th birthday, and later only with consent for this guardian', () => {
  fc.assert(
    fc.property(days, fc.constantFrom('sim', 'nao', null), fc.boolean(), ({ birth, today }, answer, isHers) => {
      const choice = { answer, guardian_cpf: isHers ? CPF : '11144477735' };
      const isAdult = hasTurned(birth, 18, today);
      expect(mayFamilySee(birth, today, choice, CPF)).toBe(!isAdult || (answer === 'sim' && isHers));
      expect(ageState(birth, today) === 'adult').toBe(isAdult);
    }),
  );
});

it('from one day to the next the state of age stays or moves one step ahead', () => {
  const order = ['minor', 'soon', 'adult'];
  fc.assert(
    fc.property(days, ({ birth, today }) => {
      const [before, after] = [ageState(birth, today), ageState(birth, shiftDay(today, 1))];
      const step = order.indexOf(after ?? '') - order.indexOf(before ?? '');
      expect(step === 0 || step === 1).toBe(true);
    }),
  );
});

it('the birthday begins at midnight in the zone of the unit', () => {
  const birth = '2008-11-29';
  const seen = (timeZone: string, instant: string) =>
    mayFamilySee(birth, dayIn(timeZone, new Date(instant)), NOBODY, CPF);
  expect(seen('America/Sao_Paulo', '2026-11-29T02:59:59Z')).toBe(true);
  expect(seen('America/Sao_Paulo', '2026-11-29T03:00:00Z')).toBe(false);
  expect(seen('America/Manaus', '2026-11-29T03:59:59Z')).toBe(true);
  expect(seen('America/Manaus', '2026-11-29T04:00:00Z')).toBe(false);
});
