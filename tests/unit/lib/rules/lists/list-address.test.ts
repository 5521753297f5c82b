import { expect, it } from 'vitest';
import { addressHref, changed, isNarrowed, readAddress } from '../../../../../src/lib/rules/lists/list-address.ts';

const filters = [
  { name: 'estado', takes: ['hoje', 'novo'] },
  { name: 'unidade', takes: /^[1-9]\d{0,8}$/ },
];

it.each([
  ['estado=novo&unidade=101&q=%20ana%20', { q: 'ana', estado: 'novo', unidade: '101' }],
  ['estado=velho&unidade=-1&aluno=3', {}],
  ['depois=WzEsMl0&pagina=3', { depois: 'WzEsMl0' }],
  ['depois=%3Cscript%3E', {}],
  [`depois=${'a'.repeat(301)}&q=${'b'.repeat(90)}`, { q: 'b'.repeat(80) }],
])('the address %s shows %j', (search, address) => {
  expect(readAddress(filters, new URLSearchParams(search))).toEqual(address);
});

it('another filter begins with the first page, and what is empty leaves the address', () => {
  const address = { q: 'ana', estado: 'novo', depois: 'WzEsMl0' };
  expect(changed(address, { estado: 'hoje' })).toEqual({ q: 'ana', estado: 'hoje' });
  expect(changed(address, { q: '' })).toEqual({ estado: 'novo' });
  expect(changed(address, { depois: 'WzNd' })).toEqual({ q: 'ana', estado: 'novo', depois: 'WzNd' });
});

it('an address keeps what its view is named by', () => {
  expect(addressHref('/contatos', {})).toBe('/contatos');
  expect(addressHref('/contatos?ver=quadro', { q: 'José & Ana' })).toBe('/contatos?ver=quadro&q=Jos%C3%A9+%26+Ana');
});

it('a later page alone narrows nothing', () => {
  expect([isNarrowed({ depois: 'WzNd' }), isNarrowed({ q: 'ana' })]).toEqual([false, true]);
});
