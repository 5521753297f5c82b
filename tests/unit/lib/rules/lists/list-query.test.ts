import { expect, it } from 'vitest';
import { wholeOf } from '../../../../../src/lib/rules/forms/whole.ts';
import { countedOrders, placeBeside, readListQuery, readPlace } from '../../../../../src/lib/rules/lists/list-query.ts';

it.each([
  ['', { state: null, q: '', page: 1, offset: 0 }],
  ['estado=aberto&q=%20Ana%20&pagina=3', { state: 'aberto', q: 'Ana', page: 3, offset: 40 }],
  ['estado=__proto__&pagina=-2', { state: null, q: '', page: 1, offset: 0 }],
  ['pagina=1e99', { state: null, q: '', page: 1_000, offset: 19_980 }],
  ['pagina=Infinity', { state: null, q: '', page: 1, offset: 0 }],
  ['pagina=2.9', { state: null, q: '', page: 2, offset: 20 }],
  [`q=${'x'.repeat(200)}`, { state: null, q: 'x'.repeat(80), page: 1, offset: 0 }],
])('the list query reads %j', (search, expected) => {
  expect(readListQuery(new URLSearchParams(search), ['aberto', 'feito'])).toEqual(expected);
});

it.each([
  ['', null],
  [undefined, null],
  [' 1.200 ', 1_200],
  ['0', 0],
  ['-5', Number.NaN],
  ['1,5', Number.NaN],
  ['doze', Number.NaN],
  ['1'.repeat(10), Number.NaN],
])('the list query reads the whole number %j', (text, expected) => {
  expect(wholeOf(text)).toBe(expected);
});

it.each([
  ['', {}],
  ['pagina=2&depois_de=7', { depois_de: 7 }],
  ['pagina=2&antes_de=7', { antes_de: 7 }],
  ['pagina=1&antes_de=7', {}],
  ['antes_de=7', {}],
  ['pagina=2&antes_de=7&depois_de=8', { depois_de: 8 }],
  ['pagina=2&depois_de=-7&antes_de=1.5', {}],
  ['pagina=2&depois_de=99999999999', {}],
])('the place in a list of people reads %j', (search, expected) => {
  expect(readPlace(new URLSearchParams(search))).toEqual(expected);
});

it('links to other pages of people begin after the last of this one, or end before the first', () => {
  const people = [{ id: 5 }, { id: 3 }, { id: 9 }];
  expect(placeBeside(people, true)).toEqual({ depois_de: '9' });
  expect(placeBeside(people, false)).toEqual({ antes_de: '5' });
  expect(placeBeside([], true)).toEqual({});
});

it.each([
  [0, '0 pedidos'],
  [1, '1 pedido'],
  [500, '500 pedidos'],
  [501, 'Mais de 500 pedidos'],
])('a count of %i reads %j', (total, words) => {
  expect(countedOrders(total)).toBe(words);
});
