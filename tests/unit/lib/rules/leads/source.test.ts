import { expect, it } from 'vitest';
import { pageName } from '../../../../../src/lib/rules/leads/source.ts';

it.each([
  ['/knn-orlando', 'KNN Orlando'],
  ['/english-test', 'Teste de inglês'],
  ['/antiga', '/antiga'],
  ['Balcão', 'Balcão'],
])('the page %s is %s', (path, name) => {
  expect(pageName(path)).toBe(name);
});
