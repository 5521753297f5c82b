import { expect, it } from 'vitest';
import { asWords, lookFor, nameFor, ownWord } from '../../../../src/lib/words/own-word.ts';

const names = { a_vencer: 'A vencer' };

it('a word of the list is said by its name, any other as it came', () => {
  expect(nameFor(names, 'a_vencer')).toBe('A vencer');
  expect(nameFor(names, 'em_acordo_judicial')).toBe('Em acordo judicial');
});

it('words that every object inherits are no words', () => {
  expect(ownWord(names, 'constructor')).toBeUndefined();
  expect(nameFor(names, 'constructor')).toBe('Constructor');
  expect(lookFor({ a: { tone: 'info' } }, 'toString', (label) => ({ label }))).toEqual({ label: 'ToString' });
});

it('a missing word stays missing', () => {
  expect(asWords('')).toBe('');
});
