import { expect, it } from 'vitest';
import { asWords, lookFor, nameFor, ownWord } from '../../../../src/lib/words/own-word.ts';

const names = { a_vencer: 'A vencer' };

it('a known word is shown by its label, an unknown one unchanged', () => {
  expect(nameFor(names, 'a_vencer')).toBe('A vencer');
  expect(nameFor(names, 'em_acordo_judicial')).toBe('Em acordo judicial');
});

it('inherited properties of objects are not known words', () => {
  expect(ownWord(names, 'constructor')).toBeUndefined();
  expect(nameFor(names, 'constructor')).toBe('Constructor');
  expect(lookFor({ a: { tone: 'info' } }, 'toString', (label) => ({ label }))).toEqual({ label: 'ToString' });
});

it('a missing word has no label', () => {
  expect(asWords('')).toBe('');
});
