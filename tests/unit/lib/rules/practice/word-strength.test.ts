import { expect, it } from 'vitest';
import type { Cartao } from '../../../../../src/lib/contract/practice.schema.ts';
import { wordStrength } from '../../../../../src/lib/rules/practice/word-strength.ts';

it.each([
  [null, 0],
  [{ estado: 'aprendendo', estabilidade: 40 }, 1],
  [{ estado: 'reaprendendo', estabilidade: 40 }, 1],
  [{ estado: 'revisao', estabilidade: 20.9 }, 2],
  [{ estado: 'revisao', estabilidade: 21 }, 3],
])('a word with the card %j has %i bars', (card, bars) => {
  expect(wordStrength(card as Cartao | null).bars).toBe(bars);
});
