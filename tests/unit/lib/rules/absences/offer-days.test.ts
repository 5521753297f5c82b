import fc from 'fast-check';
import { expect, it } from 'vitest';
import { offerDays } from '../../../../../src/lib/rules/absences/offer-days.ts';

const zone = 'America/Sao_Paulo';
const lesson = (inicio: string, mesma_unidade = false) => ({ inicio, mesma_unidade });

it('offers are grouped by day of the school, each with its hours', () => {
  const offers = [lesson('2026-12-02T01:00:00Z'), lesson('2026-12-01T21:00:00Z'), lesson('2026-12-03T22:00:00Z')];
  expect(offerDays(offers, zone)).toEqual([
    { day: '2026-12-01', name: 'ter', words: 'terça-feira, 01/12', lessons: [offers[1], offers[0]] },
    { day: '2026-12-03', name: 'qui', words: 'quinta-feira, 03/12', lessons: [offers[2]] },
  ]);
});

const instants = fc.date({
  min: new Date('2026-11-01T00:00Z'),
  max: new Date('2027-01-01T00:00Z'),
  noInvalidDate: true,
});

it('there are at most seven days in order, and lessons of the missed unit have priority', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(instants, fc.boolean())), (all) => {
      const offers = all.map(([at, isSame]) => lesson(at.toISOString(), isSame));
      const days = offerDays(offers, zone);
      expect(days.length).toBeLessThanOrEqual(7);
      expect(days.map(({ day }) => day)).toEqual([...new Set(days.map(({ day }) => day))].toSorted());
      const shown = days.flatMap(({ lessons }) => lessons);
      const hasOther = days.some(({ lessons }) => lessons.every(({ mesma_unidade }) => !mesma_unidade));
      if (hasOther) expect(offers.filter((each) => each.mesma_unidade && !shown.includes(each))).toEqual([]);
    }),
  );
});
