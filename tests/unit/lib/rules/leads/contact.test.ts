import { expect, it } from 'vitest';
import { campaignOf, isFromPage, officeSources } from '../../../../../src/lib/rules/leads/contact.ts';

it.each([
  [null, null],
  [{}, null],
  [{ term: 'inglês' }, null],
  [{ source: 'instagram' }, 'instagram'],
  [{ campaign: 'julho', source: 'google', medium: 'cpc' }, 'google · cpc · julho'],
])('the marks %j are the advert %s', (utm, words) => {
  expect(campaignOf(utm)).toBe(words);
});

it('what the office says of how somebody came is no page', () => {
  expect(officeSources.filter(isFromPage)).toEqual([]);
  expect(isFromPage('/knn-orlando')).toBe(true);
});
