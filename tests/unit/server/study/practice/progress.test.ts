import fc from 'fast-check';
import { expect, it } from 'vitest';
import { currentUnit, sumProgress, type UnitProgress } from '../../../../../src/server/study/practice/progress.ts';

const unit = (given: Partial<UnitProgress> = {}): UnitProgress => ({
  unidade_id: 1,
  numero: 1,
  titulo: 'Hello, world',
  audios_total: 4,
  palavras_total: 12,
  testes_total: 1,
  audios_ouvidos: null,
  palavras_dominadas: null,
  testes_feitos: null,
  concluida_em: null,
  ...given,
});
const done = { audios_ouvidos: 4, palavras_dominadas: 12, testes_feitos: 1, concluida_em: '2026-01-01T10:00:00.000Z' };

const anyUnit = fc
  .record({ audios_total: fc.nat(20), palavras_total: fc.nat(40), testes_total: fc.nat(5) })
  .chain((totals) =>
    fc
      .record({
        numero: fc.integer({ min: 1, max: 99 }),
        audios_ouvidos: fc.option(fc.nat(totals.audios_total)),
        palavras_dominadas: fc.option(fc.nat(totals.palavras_total)),
        testes_feitos: fc.option(fc.nat(totals.testes_total)),
        concluida_em: fc.option(fc.constant('2026-01-01T10:00:00.000Z')),
      })
      .map((progress) => unit({ ...totals, ...progress })),
  );
const anyBook = fc.array(anyUnit, { maxLength: 12 });

it.each<[string, UnitProgress[], number, number]>([
  ['no unit', [], 0, 0],
  ['a unit without anything in it', [unit({ audios_total: 0, palavras_total: 0, testes_total: 0 })], 0, 0],
  ['a unit never opened', [unit()], 0, 0],
  ['one of two units', [unit(done), unit()], 1, 50],
  ['all but a word', [unit({ ...done, palavras_dominadas: 11, concluida_em: null })], 0, 94],
  [
    'all but one of two hundred',
    [unit({ audios_total: 200, audios_ouvidos: 199, palavras_total: 0, testes_total: 0 })],
    0,
    99,
  ],
  ['everything', [unit(done), unit(done)], 2, 100],
  ['more than there is, after a book was shortened', [unit({ ...done, audios_ouvidos: 9 })], 1, 100],
])('API-29 %s', (_what, units, unidades_concluidas, percentual) => {
  expect(sumProgress(units)).toMatchObject({ unidades_total: units.length, unidades_concluidas, percentual });
});

it('totals and done parts are summed by kind', () => {
  expect(sumProgress([unit({ ...done, audios_total: 5 }), unit({ palavras_dominadas: 3 })])).toEqual({
    unidades_total: 2,
    unidades_concluidas: 1,
    audios_total: 9,
    audios_ouvidos: 4,
    palavras_total: 24,
    palavras_dominadas: 15,
    testes_total: 2,
    testes_feitos: 1,
    percentual: 57,
  });
});

it('the progress of a book is 100 per cent only when everything is done, in any order of units', () => {
  fc.assert(
    fc.property(anyBook, (units) => {
      const sum = sumProgress(units);
      const all = sum.audios_total + sum.palavras_total + sum.testes_total;
      const got = sum.audios_ouvidos + sum.palavras_dominadas + sum.testes_feitos;
      expect(sum.percentual === 100).toBe(all > 0 && got === all);
      expect(sum.percentual).toBeGreaterThanOrEqual(0);
      expect(sumProgress(units.toReversed())).toEqual(sum);
    }),
  );
});

it('hearing one more audio never lowers the progress', () => {
  fc.assert(
    fc.property(anyBook, anyUnit, (units, next) => {
      const heard = next.audios_ouvidos ?? 0;
      fc.pre(heard < next.audios_total);
      const before = sumProgress([...units, next]).percentual;
      expect(sumProgress([...units, { ...next, audios_ouvidos: heard + 1 }]).percentual).toBeGreaterThanOrEqual(before);
    }),
  );
});

it('the current unit is the unfinished one with the lowest number, and the list is not changed', () => {
  fc.assert(
    fc.property(anyBook, (units) => {
      const before = structuredClone(units);
      const current = currentUnit(units);
      const open = units.filter(({ concluida_em }) => concluida_em === null);
      expect(current?.numero).toBe(open.length === 0 ? undefined : Math.min(...open.map(({ numero }) => numero)));
      expect(current?.concluida_em ?? null).toBeNull();
      expect(units).toEqual(before);
    }),
  );
});
