import { maskitoTransform } from '@maskito/core';
import { describe, expect, it } from 'vitest';
import { dayMask } from '../../../../src/islands/ui/day-mask.ts';
import { dayOf, typedDay, wrongDay } from '../../../../src/lib/format/typed-day.ts';

describe('a typed day', () => {
  it.each([
    ['25/12/2001', '2001-12-25'],
    ['5/3/2001', '2001-03-05'],
    [' 05-03-2001 ', '2001-03-05'],
    ['05.03.2001', '2001-03-05'],
    ['05032001', '2001-03-05'],
    ['29/02/2000', '2000-02-29'],
    ['2001-12-25', '2001-12-25'],
  ])('%j is read as %s', (typed, day) => {
    expect(dayOf(typed)).toBe(day);
  });

  it.each(['', '31/02/2001', '29/02/2001', '12/25/2001', '25/12/01', '25/12', 'ontem', '0000-00-00'])(
    '%j stays as it was typed, to be shown again',
    (typed) => {
      expect(dayOf(typed)).toBe(typed);
      expect(typedDay(typed)).toBe(typed);
    },
  );

  it('is shown as dd/mm/yyyy', () => {
    expect(typedDay('2001-12-25')).toBe('25/12/2001');
  });

  it('is refused with the reason', () => {
    expect(['31/02/2001', '2001-02-31'].map(wrongDay)).toEqual(Array(2).fill('Esse dia não existe no calendário'));
    expect(['25/12', '25/12/01', 'ontem'].map(wrongDay)).toEqual(
      Array(3).fill('Escreva a data com dia, mês e ano, como 25/12/2001'),
    );
  });
});

describe('the mask of a day', () => {
  it.each([
    ['25122001', '25/12/2001'],
    ['25/12/2001', '25/12/2001'],
    ['2001-12-25', '25/12/2001'],
    ['5/3/2001', '05/03/2001'],
    ['2512', '25/12'],
  ])('makes %s into %s', (given, shown) => {
    expect(maskitoTransform(given, dayMask)).toBe(shown);
  });
});
