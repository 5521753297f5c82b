import fc from 'fast-check';
import { expect, it } from 'vitest';
import { byMethod, cashOf } from '../../../../../src/lib/rules/finance/cash.ts';

const ORDER = ['pix', 'dinheiro', 'maquina'];

it('the cash of a day has a row for each clerk by amount, with returns last', () => {
  const taken = (quem: string | null, forma: string, centavos: number) => ({ quem, forma, centavos });
  const { methods, rows, total } = cashOf(
    [
      taken('Igor', 'maquina', 100),
      taken('Helena', 'dinheiro', 250),
      taken('Igor', 'dinheiro', 50),
      taken(null, 'dinheiro', 10),
      taken(null, 'dinheiro', -50),
    ],
    ORDER,
  );
  expect(methods).toEqual(['dinheiro', 'maquina']);
  expect(rows.map(({ quem, isReturn, formas }) => [quem, isReturn, ...formas])).toEqual([
    ['Helena', false, 250, 0],
    ['Igor', false, 50, 100],
    [null, false, 10, 0],
    [null, true, -50, 0],
  ]);
  expect(total).toEqual({ formas: [260, 100], centavos: 360 });
});

it.each([
  [[500, 0], 500, 'Pix R$ 5,00'],
  [[500, 250], 750, 'R$ 7,50 (Pix R$ 5,00, Dinheiro R$ 2,50)'],
  [[0, 0], 0, 'R$ 0,00'],
  [[500, -500], 0, 'R$ 0,00 (Pix R$ 5,00, Dinheiro −R$ 5,00)'],
])('amounts of %j by method, with a total of %i', (formas, centavos, words) => {
  expect(byMethod({ formas, centavos }, ['Pix', 'Dinheiro']).replaceAll('\u00a0', ' ')).toBe(words);
});

it('the sums by person and by method equal the sum of the movements, to the centavo', () => {
  const movement = fc.record({
    quem: fc.constantFrom('Helena', 'Igor', null),
    forma: fc.constantFrom(...ORDER),
    centavos: fc.integer({ min: -100_000, max: 100_000 }),
  });
  const add = (values: readonly number[]) => values.reduce((sum, each) => sum + each, 0);
  fc.assert(
    fc.property(fc.array(movement), (movements) => {
      const { rows, total } = cashOf(movements, ORDER);
      const sum = add(movements.map(({ centavos }) => centavos));
      expect([total.centavos, add(total.formas), add(rows.map(({ centavos }) => centavos))]).toEqual([sum, sum, sum]);
      for (const row of rows) expect(add(row.formas)).toBe(row.centavos);
    }),
  );
});
