import { expect, it } from 'vitest';
import { addressHref, changed, isNarrowed, readAddress } from '../../../../../src/lib/rules/lists/list-address.ts';
import { isDay } from '../../../../../src/lib/rules/time/days.ts';

const filters = [
  { name: 'estado', takes: ['hoje', 'novo'] },
  { name: 'unidade', takes: /^[1-9]\d{0,8}$/ },
  { name: 'dia', takes: isDay, isTime: true },
];

it.each([
  ['estado=novo&unidade=101&q=%20ana%20', { q: 'ana', estado: 'novo', unidade: '101' }],
  ['estado=velho&unidade=-1&aluno=3', {}],
  ['dia=2026-02-28', { dia: '2026-02-28' }],
  ['dia=2026-02-30&q=ana', { q: 'ana' }],
  ['depois=WzEsMl0&pagina=3', { depois: 'WzEsMl0' }],
  ['depois=%3Cscript%3E', {}],
  [`depois=${'a'.repeat(301)}&q=${'b'.repeat(90)}`, { q: 'b'.repeat(80) }],
])('the address %s shows %j', (search, address) => {
  expect(readAddress(filters, new URLSearchParams(search))).toEqual(address);
});

it('a new filter resets the page, and empty values are removed from the address', () => {
  const address = { q: 'ana', estado: 'novo', depois: 'WzEsMl0' };
  expect(changed(address, { estado: 'hoje' })).toEqual({ q: 'ana', estado: 'hoje' });
  expect(changed(address, { q: '' })).toEqual({ estado: 'novo' });
  expect(changed(address, { depois: 'WzNd' })).toEqual({ q: 'ana', estado: 'novo', depois: 'WzNd' });
});

it('the address of a list keeps the parameter that selects its view', () => {
  expect(addressHref('/contatos', {})).toBe('/contatos');
  expect(addressHref('/contatos?ver=quadro', { q: 'José & Ana' })).toBe('/contatos?ver=quadro&q=Jos%C3%A9+%26+Ana');
});

it('a page or a day alone does not count as a filter', () => {
  const all: Record<string, string>[] = [
    { depois: 'WzNd' },
    { dia: '2026-02-28' },
    { q: 'ana' },
    { dia: '2026-02-28', unidade: '101' },
  ];
  expect(all.map((address) => isNarrowed(filters, address))).toEqual([false, false, true, true]);
});
