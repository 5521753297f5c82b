import { expect, it } from 'vitest';
import { mayReverse } from '../../../../../src/lib/rules/club/points-entry.ts';

const entry = { id: 7, origem: 'presenca', status: 'confirmada' } as const;

it.each([
  ['what was earned', entry, true],
  ['an adjustment', { ...entry, origem: 'ajuste' }, true],
  ['a redemption', { ...entry, origem: 'resgate' }, false],
  ['points that expired', { ...entry, origem: 'expiracao' }, false],
  ['a reversal', { ...entry, origem: 'estorno' }, false],
  ['what is pending', { ...entry, status: 'pendente' }, false],
] as const)('the statement offers to reverse %s: %j', (_what, given, expected) => {
  expect(mayReverse(given, [{ estorno_de: null }, { estorno_de: 8 }, {}])).toBe(expected);
});

it('the statement offers no second reversal of an entry', () => {
  expect(mayReverse(entry, [{ estorno_de: 7 }])).toBe(false);
});
