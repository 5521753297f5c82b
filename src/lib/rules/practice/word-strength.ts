import type { Palavra } from '#lib/contract/practice.schema.ts';

/** From so many days on, memory holds a word. */
const FIRM_DAYS = 21;

/** How well a word stands, in words and as a number of three bars. */
export function wordStrength(card: Palavra['cartao']): { bars: 0 | 1 | 2 | 3; label: string } {
  if (!card) return { bars: 0, label: 'nova' };
  if (card.estado !== 'revisao') return { bars: 1, label: 'aprendendo' };
  return card.estabilidade < FIRM_DAYS ? { bars: 2, label: 'lembrada' } : { bars: 3, label: 'firme' };
}
