import { expect, it } from 'vitest';
import type { Cartao } from '../../../../../src/lib/contract/practice.schema.ts';
import { isHard, wordStrength } from '../../../../../src/lib/rules/practice/word-strength.ts';

it.each([
  [null, 0],
  [{ estado: 'aprendendo', estabilidade: 40 }, 1],
  [{ estado: 'reaprendendo', estabilidade: 40 }, 1],
  [{ estado: 'revisao', estabilidade: 20.9 }, 2],
  [{ estado: 'revisao', estabilidade: 21 }, 3],
])('a word with the card %j has %i bars', (card, bars) => {
  expect(wordStrength(card as Cartao | null).bars).toBe(bars);
});

it.each([
  [null, false],
  [{ lapsos: 0, dificuldade: 4.9 }, false],
  [{ lapsos: 1, dificuldade: 2 }, true],
  [{ lapsos: 0, dificuldade: 5 }, true],
])('a word with the card %j counts as hard: %s', (card, hard) => {
  expect(isHard(card as Cartao | null)).toBe(hard);
});
