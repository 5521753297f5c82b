import { expect, it } from 'vitest';
import { campaignOf, isFromPage, officeSources } from '../../../../../src/lib/rules/leads/contact.ts';

it.each([
  [null, null],
  [{}, null],
  [{ term: 'inglês' }, null],
  [{ source: 'instagram' }, 'instagram'],
  [{ campaign: 'julho', source: 'google', medium: 'cpc' }, 'google · cpc · julho'],
])('the tracking parameters %j are shown as %s', (utm, words) => {
  expect(campaignOf(utm)).toBe(words);
});

it('sources entered by the office are not read as pages', () => {
  expect(officeSources.filter(isFromPage)).toEqual([]);
  expect(isFromPage('/knn-orlando')).toBe(true);
});
