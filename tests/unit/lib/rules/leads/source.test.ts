import { expect, it } from 'vitest';
import { campaignOf, pageName } from '../../../../../src/lib/rules/leads/source.ts';

it.each([
  ['/knn-orlando', 'KNN Orlando'],
  ['/english-test', 'Teste de inglês'],
  ['/antiga', '/antiga'],
])('the page %s is %s', (path, name) => {
  expect(pageName(path)).toBe(name);
});

it.each([
  [null, null],
  [{}, null],
  [{ term: 'inglês' }, null],
  [{ source: 'instagram' }, 'instagram'],
  [{ campaign: 'julho', source: 'google', medium: 'cpc' }, 'google · cpc · julho'],
])('the marks %j are the advert %s', (utm, words) => {
  expect(campaignOf(utm)).toBe(words);
});
