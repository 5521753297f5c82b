import { expect, it } from 'vitest';
import { wholeOf } from '../../../../../src/lib/rules/forms/whole.ts';
import { readListQuery } from '../../../../../src/lib/rules/lists/list-query.ts';

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
