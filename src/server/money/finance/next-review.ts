import { DAY_MS } from '#lib/rules/time/spans.ts';
import type { ChargeRow } from './queries.ts';

/** A payment of its first days is asked about each day, an older one each week. */
const YOUNG_MS = 7 * DAY_MS;
const WEEK_MS = 7 * DAY_MS;
/** A Pix may be reported for fraud for 80 days, and the banks take some more; a card is disputed for up to 180 days. */
const PIX_WINDOW_MS = 100 * DAY_MS;
const CARD_WINDOW_MS = 190 * DAY_MS;

/**
 * When a paid charge is looked at next, for money that went back without a message.
 *
 * @returns null when nobody can take it back any more
 */
export function nextReview({ forma }: Pick<ChargeRow, 'forma'>, paidAt: Date, at: Date): Date | null {
  const age = at.getTime() - paidAt.getTime();
  const wait = age < YOUNG_MS ? DAY_MS : WEEK_MS;
  const window = forma === 'cartao' ? CARD_WINDOW_MS : PIX_WINDOW_MS;
  return age + wait > window ? null : new Date(at.getTime() + wait);
}
