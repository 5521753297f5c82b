import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { balanceOf, type Entry } from '../../../../src/server/club/points.ts';

const today = '2026-05-10';
const until = '2026-06-10';

const entry = (pontos: number, expira_em: string | null = null, status: Entry['status'] = 'confirmada'): Entry => ({
  pontos,
  status,
  expira_em,
  criado_em: '2026-01-01T10:00:00.000Z',
});

const days = ['2026-04-01', '2026-05-09', today, '2026-05-11', '2026-05-31', until, '2026-06-11', '2027-01-01'];
const status = fc.constantFrom<Entry['status']>('confirmada', 'confirmada', 'pendente', 'cancelada');
const credit = fc
  .tuple(fc.integer({ min: 1, max: 2_000 }), fc.option(fc.constantFrom(...days)), status)
  .map(([pontos, day, state]) => entry(pontos, day, state));
const debit = fc
  .tuple(fc.integer({ min: 1, max: 1_500 }), status)
  .map(([pontos, state]) => entry(-pontos, null, state));
const ledger = fc.array(fc.oneof({ weight: 3, arbitrary: credit }, { weight: 1, arbitrary: debit }), { maxLength: 25 });
const points = (entries: Entry[]) => entries.reduce((sum, { pontos }) => sum + pontos, 0);

describe('balance of a ledger (CLUB-14)', () => {
  it.each<[string, Entry[], ReturnType<typeof balanceOf>]>([
    ['empty', [], { saldo: 0, pendente: 0, a_expirar: 0, a_expirar_em: null }],
    [
      'pending counts apart',
      [entry(50), entry(20, null, 'pendente')],
      { saldo: 50, pendente: 20, a_expirar: 0, a_expirar_em: null },
    ],
    [
      'a pending debit is no pending gain',
      [entry(-20, null, 'pendente')],
      { saldo: 0, pendente: 0, a_expirar: 0, a_expirar_em: null },
    ],
    [
      'cancelled counts nowhere',
      [entry(50, today, 'cancelada')],
      { saldo: 0, pendente: 0, a_expirar: 0, a_expirar_em: null },
    ],
    ['expires today', [entry(50, today)], { saldo: 50, pendente: 0, a_expirar: 50, a_expirar_em: today }],
    [
      'expires on the last day that is soon',
      [entry(50, until)],
      { saldo: 50, pendente: 0, a_expirar: 50, a_expirar_em: until },
    ],
    [
      'expires later than soon',
      [entry(50, '2026-06-11')],
      { saldo: 50, pendente: 0, a_expirar: 0, a_expirar_em: null },
    ],
    [
      'two of one day',
      [entry(50, until), entry(30, until)],
      { saldo: 80, pendente: 0, a_expirar: 80, a_expirar_em: until },
    ],
    [
      'the nearer day alone',
      [entry(50, until), entry(30, today)],
      { saldo: 80, pendente: 0, a_expirar: 30, a_expirar_em: today },
    ],
    [
      'spent: what expires first goes first',
      [entry(50, until), entry(30, today), entry(-40)],
      { saldo: 40, pendente: 0, a_expirar: 40, a_expirar_em: until },
    ],
    [
      'what never expires is spent last',
      [entry(50), entry(30, until), entry(-30)],
      { saldo: 50, pendente: 0, a_expirar: 0, a_expirar_em: null },
    ],
    [
      'an expiry that was booked',
      [entry(50, '2026-05-09'), entry(-50), entry(30, until)],
      { saldo: 30, pendente: 0, a_expirar: 30, a_expirar_em: until },
    ],
  ])('%s', (_what, entries, balance) => {
    expect(balanceOf(entries, today, until)).toEqual(balance);
  });

  it('is the sum of the confirmed entries, in any order', () => {
    fc.assert(
      fc.property(ledger, (entries) => {
        const balance = balanceOf(entries, today, until);
        expect(balance.saldo).toBe(points(entries.filter((each) => each.status === 'confirmada')));
        expect(balance.pendente).toBe(points(entries.filter((each) => each.status === 'pendente' && each.pontos > 0)));
        expect(balanceOf(entries.toReversed(), today, until)).toEqual(balance);
      }),
    );
  });

  it('announces what is left of the credits of the next day, counted another way', () => {
    fc.assert(
      fc.property(ledger, (entries) => {
        const confirmed = entries.filter((each) => each.status === 'confirmada');
        const spent = -points(confirmed.filter(({ pontos }) => pontos < 0));
        /** What is left of everything that expires up to a day, that day included or not. */
        const leftUpTo = (day: string, isIncluded: boolean) => {
          const credits = confirmed.filter(
            ({ pontos, expira_em }) =>
              pontos > 0 && expira_em !== null && (expira_em < day || (isIncluded && expira_em === day)),
          );
          return Math.max(0, points(credits) - spent);
        };
        const due = days
          .filter((day) => day >= today && day <= until)
          .map((day) => ({ a_expirar: leftUpTo(day, true) - leftUpTo(day, false), a_expirar_em: day }))
          .find(({ a_expirar }) => a_expirar > 0);
        const balance = balanceOf(entries, today, until);
        expect(balance).toMatchObject(due ?? { a_expirar: 0, a_expirar_em: null });
        expect(balance.a_expirar).toBeLessThanOrEqual(Math.max(0, balance.saldo));
      }),
    );
  });

  it('leaves the entries as they were', () => {
    fc.assert(
      fc.property(ledger, (entries) => {
        const before = structuredClone(entries);
        balanceOf(entries, today, until);
        expect(entries).toEqual(before);
      }),
    );
  });
});
