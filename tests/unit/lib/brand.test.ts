import fc from 'fast-check';
import { expect, it } from 'vitest';
import { brandOf, brands, voices } from '../../../src/lib/brand.ts';

it.each([
  'phenom.example',
  'aluno.phenomidiomas.com.br',
  'PHENOM.example',
  'phenom.localhost:4321',
  'phenom',
  'phenom.example.',
  'portal-phenom.example:443',
])('BRAND-02: %s gets the second brand', (host) => {
  expect(brandOf(host)).toBe('phenom');
});

it.each([
  'knn.example',
  'localhost:4321',
  '127.0.0.1',
  'pheno.m.example',
  'phen-om.example',
  '',
  ' ',
  'phenom.example/path',
  'phenom.example?x',
  'user@phenom.example',
  'phenom .example',
  'phenom..example',
  '.phenom.example',
  '-phenom.example',
  'phenom_x.example',
  'phenom.example:port',
  'phenom.example:99:99',
  'phenom.example\r\nX: 1',
  'phenöm.example',
  '[::1]',
  `phenom.${'a'.repeat(64)}.example`,
  `phenom.${'a.'.repeat(200)}example`,
])('BRAND-02: %j, unknown or malformed, gets the first brand', (host) => {
  expect(brandOf(host)).toBe('knn');
});

it('BRAND-02: the keyword is a setting, and an empty one matches no host', () => {
  expect(brandOf('aluno.outra.example', { keyword: 'Outra' })).toBe('phenom');
  expect(brandOf('phenom.example', { keyword: 'outra' })).toBe('knn');
  expect(brandOf('knn.example', { keyword: '' })).toBe('knn');
});

it('BRAND-01: any host text gets a brand', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 400 }), (host) => {
      expect(Object.keys(brands)).toContain(brandOf(host));
    }),
  );
});

it('BRAND-04, BRAND-05: the primary colours', () => {
  expect(brands.knn.primary).toBe('#3E009F');
  expect(brands.phenom.primary).toBe('#F70052');
});

it('each brand has a voice of its own, and says the same things', () => {
  const said = (brand: 'knn' | 'phenom') => {
    const { hello, ...others } = voices[brand];
    return [hello('Boa tarde', 'Ana'), ...JSON.stringify(others).split(/"[,:}]/)];
  };
  expect(Object.keys(voices.phenom)).toEqual(Object.keys(voices.knn));
  expect(said('knn')[0]).toBe('Boa tarde, Ana');
  expect(said('phenom')[0]).toContain('Ana');
  expect(said('knn').filter((words) => words.includes(' ') && said('phenom').includes(words))).toEqual([]);
});
