import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { firstDue, maxInstallments, planBills } from '../../../../../src/lib/rules/finance/payment-plan.ts';
import { addMonths } from '../../../../../src/lib/rules/time/days.ts';
import { isOldEnough, reasonAgainst } from '../../../../../src/server/school/abroad/read-trips.ts';
import { needsGuardian, passportUntil, requestProblems } from '../../../../../src/server/school/abroad/request.ts';

const DAY_MS = 86_400_000;
const iso = (time: number) => new Date(time).toISOString().slice(0, 10);
const days = fc
  .integer({ min: Date.UTC(1960, 0, 1) / DAY_MS, max: Date.UTC(2040, 0, 1) / DAY_MS })
  .map((day) => iso(day * DAY_MS));
const next = (day: string) => iso(Date.parse(day) + DAY_MS);

/** Age in whole years by counting birthdays; a birthday of 29 February falls on 1 March in common years. */
function ageOn(birth: string, day: string): number {
  const [year = 0, month = 1, date = 1] = birth.split('-').map(Number);
  let age = 0;
  while (new Date(Date.UTC(year + age + 1, month - 1, date)).toISOString().slice(0, 10) <= day) age += 1;
  return age;
}

describe('ages', () => {
  it('VALID-06 a guardian is required until the day before the 18th birthday, for all dates', () => {
    fc.assert(
      fc.property(days, days, (a, b) => {
        const [birth = '', today = ''] = [a, b].toSorted();
        expect(needsGuardian(birth, today)).toBe(ageOn(birth, today) < 18);
      }),
      { numRuns: 3_000 },
    );
  });

  it('VALID-06 the requirement of a guardian ends once and does not return', () => {
    fc.assert(
      fc.property(days, (birth) => {
        const around = addMonths(birth, 18 * 12);
        const seen = [iso(Date.parse(around) - DAY_MS), around, next(around), next(next(around))];
        const answers = seen.map((day) => needsGuardian(birth, day));
        expect(answers[0]).toBe(true);
        expect(answers.at(-1)).toBe(false);
        expect(answers).toEqual(answers.toSorted((x, y) => Number(y) - Number(x)));
      }),
    );
  });

  it.each(['', '2008-2-1', '2008-02-30', '2999-01-01', '20/11/2008'])(
    'without a valid date of birth (%j) a guardian is required',
    (text) => {
      expect(needsGuardian(text, '2026-11-21')).toBe(true);
    },
  );

  it('the minimum age is checked on the first day of the trip', () => {
    fc.assert(
      fc.property(days, fc.integer({ min: 12, max: 30 }), days, (birth, idade_minima, inicio) => {
        fc.pre(birth <= inicio);
        expect(isOldEnough(birth, { inicio, idade_minima })).toBe(ageOn(birth, inicio) >= idade_minima);
      }),
    );
  });
});

describe('who may request a trip', () => {
  const trip = {
    status: 'publicada' as 'publicada' | 'rascunho' | 'encerrada',
    inicio: '2027-07-01',
    inscricoes_ate: '2027-03-01',
    idade_minima: 16,
    vagas: 2,
    ocupadas: 1,
    livros: [
      { id: 1, nome: 'On the Way 1' },
      { id: 2, nome: 'On the Way 2' },
    ],
  };
  const ready = { birth: '2000-05-05', finished: new Set([1, 2]) };

  it.each([
    ['nothing against it', {}, {}, '2027-03-01', null],
    ['a day late', {}, {}, '2027-03-02', /terminaram em 01\/03\/2027/],
    ['books', {}, { finished: new Set<number>() }, '2027-03-01', /On the Way 1 e On the Way 2/],
    ['one book', {}, { finished: new Set([1]) }, '2027-03-01', /^Antes, conclua On the Way 2\.$/],
    ['the age', {}, { birth: '2011-07-02' }, '2027-03-01', /16 anos em 01\/07\/2027/],
    ['the birthday itself', {}, { birth: '2011-07-01' }, '2027-03-01', null],
    ['an age that is not known', {}, { birth: null }, '2027-03-01', null],
    ['an end that the school set', { status: 'encerrada' as const }, {}, '2027-03-01', /encerrou/],
    ['places', { ocupadas: 2 }, {}, '2027-03-01', /vagas/],
  ])('%s', (_what, ofTrip, ofStudent, today, wanted) => {
    const reason = reasonAgainst({ ...trip, ...ofTrip }, { ...ready, ...ofStudent }, today);
    if (wanted === null) expect(reason).toBeNull();
    else expect(reason).toMatch(wanted);
  });
});

describe('passports', () => {
  it.each([
    ['2027-07-21', '2028-01-21'],
    ['2027-08-31', '2028-02-29'],
    ['2026-08-31', '2027-02-28'],
  ])('passports for a trip that ends on %s must be valid until %s', (fim, until) => {
    expect(passportUntil(fim)).toBe(until);
  });

  it('passports must be valid until the required day of the trip, not until the day before', () => {
    const given = { birth_date: '2000-01-01', cpf: '1', responsavel: null, visto: null };
    fc.assert(
      fc.property(days, (fim) => {
        const until = passportUntil(fim);
        const people = { ownEmail: '', registered: null };
        const facts = { today: '2026-11-21', trip: { fim }, knownBirth: null, needsPassport: true, ...people };
        const problems = (validade: string) =>
          Object.keys(requestProblems({ ...given, passaporte: { numero: 'A', pais: 'B', validade } }, facts));
        expect(problems(until)).toEqual([]);
        expect(problems(iso(Date.parse(until) - DAY_MS))).toEqual(['passaporte.validade']);
      }),
    );
  });
});

describe('installments', () => {
  it('add up to the price, one a month, all due before the trip begins', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 10_000_000 }),
        fc.constantFrom('pix' as const, 'cartao' as const),
        fc.integer({ min: 30, max: 700 }),
        fc.integer({ min: 1, max: 12 }),
        (total, forma, ahead, wanted) => {
          const today = '2026-10-31';
          const start = iso(Date.parse(today) + ahead * DAY_MS);
          const n = Math.min(wanted, maxInstallments(forma, today, start));
          const bills = planBills(forma, n, total, today);
          expect(bills.reduce((sum, { valorCentavos }) => sum + valorCentavos, 0)).toBe(total);
          expect(bills).toHaveLength(forma === 'pix' ? n : 1);
          expect(bills[0]?.vencimento).toBe(firstDue(today));
          expect(new Set(bills.map(({ vencimento }) => vencimento.slice(0, 7))).size).toBe(bills.length);
          expect(bills.every(({ vencimento }) => vencimento < start)).toBe(true);
          if (forma === 'cartao') expect(bills[0]?.parcelasMax).toBe(n);
        },
      ),
    );
  });

  it('installments are not offered for a payment by exchange', () => {
    expect(maxInstallments('cambio', '2026-11-21', '2028-01-01')).toBe(1);
    expect(planBills('cambio', 1, 100, '2026-11-21')).toEqual([]);
  });
});
