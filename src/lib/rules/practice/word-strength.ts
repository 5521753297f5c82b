import type { Palavra } from '#lib/contract/practice.schema.ts';

/** From so many days on, memory holds a word. */
const FIRM_DAYS = 21;

/** From so much on, of 1 to 10, a word is hard for its reader: one that began as “Difícil”, or was forgotten at first. */
const HARD = 5;

/** A word that was forgotten, or that memory holds with effort. */
export const isHard = (card: Palavra['cartao']): boolean => !!card && (card.lapsos > 0 || card.dificuldade >= HARD);

/** How well a word stands, in words and as a number of three bars. */
export function wordStrength(card: Palavra['cartao']): { bars: 0 | 1 | 2 | 3; label: string } {
  if (!card) return { bars: 0, label: 'nova' };
  if (card.estado !== 'revisao') return { bars: 1, label: 'aprendendo' };
  return card.estabilidade < FIRM_DAYS ? { bars: 2, label: 'lembrada' } : { bars: 3, label: 'firme' };
}
