import { expect, it } from 'vitest';
import { levelMiss } from '../../../../../src/server/money/orders/products.ts';

const book = (nivel_cefr: string | null, exige_teste_nivel = true) =>
  [{ nome: 'Livro', nivel_cefr, exige_teste_nivel }] as never;

it.each([
  ['Pré-A1', 'A1', true],
  ['Pré-A1', 'A2', false],
  ['Pré-A1', 'B2', false],
  ['A1', 'A1', true],
  ['A1', 'A2', true],
  ['A1', 'B1', false],
  ['C1', 'A1', true],
])('a test result of %s and a book of %s fit: %s', (level, requested, fits) => {
  expect(levelMiss(book(requested), level) === null).toBe(fits);
});

it('advice is given only for a book that requires a level test, and names both levels', () => {
  expect(levelMiss(book('B2', false), 'Pré-A1')).toBeNull();
  expect(levelMiss(book('A2'), 'Pré-A1')).toMatch(/^Seu teste deu Pré-A1, e Livro é de nível A2/);
});
