import type { BroadcastInput } from '#lib/contract/broadcasts.schema.ts';
import { usedPlaceholders } from '../broadcasts/placeholders.ts';

/** Whether a message contains the due date of its reader. */
export const namesDueDay = ({ title, body }: Pick<BroadcastInput, 'title' | 'body'>): boolean =>
  usedPlaceholders(title, body).includes('vencimento');

/**
 * Whether a message is about money that people owe: by its text, its category or its audience. For a minor’s bills the
 * guardian gets it (0041).
 *
 * @param cobranca result of `namesDueDay` for its text
 */
export const isAboutBills = (
  {
    category,
    audience,
  }: { category: BroadcastInput['category'] | null; audience: Pick<BroadcastInput['audience'], 'has_overdue'> },
  cobranca: boolean,
): boolean => cobranca || category === 'financeiro' || audience.has_overdue === true;
