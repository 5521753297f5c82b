import type { Palavra } from '#lib/contract/practice.schema.ts';

/** From this interval on, a word counts as firmly remembered. */
const FIRM_DAYS = 21;

/** From this difficulty on, of 1 to 10, a word is hard for the reader: rated “Difícil” at first, or forgotten early. */
const HARD = 5;

/** Whether a word was forgotten, or is hard to remember. */
export const isHard = (card: Palavra['cartao']): boolean => !!card && (card.lapsos > 0 || card.dificuldade >= HARD);

/** How firmly a word is remembered, in words and as one to three bars. */
export function wordStrength(card: Palavra['cartao']): { bars: 0 | 1 | 2 | 3; label: string } {
  if (!card) return { bars: 0, label: 'nova' };
  if (card.estado !== 'revisao') return { bars: 1, label: 'aprendendo' };
  return card.estabilidade < FIRM_DAYS ? { bars: 2, label: 'lembrada' } : { bars: 3, label: 'firme' };
}
