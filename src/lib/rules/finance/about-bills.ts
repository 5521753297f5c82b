import type { BroadcastInput } from '#lib/contract/broadcasts.schema.ts';
import { usedPlaceholders } from '../broadcasts/placeholders.ts';

/** Whether the words of a message name the day on which its reader must pay. */
export const namesDueDay = ({ title, body }: Pick<BroadcastInput, 'title' | 'body'>): boolean =>
  usedPlaceholders(title, body).includes('vencimento');

/**
 * Whether a message is about money that people owe: by its words, its kind or the choice of its readers. For a minor's
 * bills the guardian gets it (0041).
 *
 * @param cobranca result of `namesDueDay` for its words
 */
export const isAboutBills = (
  {
    category,
    audience,
  }: { category: BroadcastInput['category'] | null; audience: Pick<BroadcastInput['audience'], 'has_overdue'> },
  cobranca: boolean,
): boolean => cobranca || category === 'financeiro' || audience.has_overdue === true;
