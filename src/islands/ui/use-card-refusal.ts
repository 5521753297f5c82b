import { useStore } from '@nanostores/react';
import { useEffect, useEffectEvent } from 'react';
import type { FieldValues } from 'react-hook-form';
import { $card } from '#lib/stores/finance-card.ts';
import type { ContractForm } from './use-contract-form.ts';

/**
 * Shows in the form why a card was refused, also by a bank that answered late.
 *
 * @returns the payment of this page
 */
export function useCardRefusal(
  { refuse, forgive }: Pick<ContractForm<FieldValues>, 'refuse' | 'forgive'>,
  onRefused?: (fields: readonly string[]) => void,
) {
  const card = useStore($card, { ssr: 'initial' });
  const show = useEffectEvent((state: typeof card) => {
    if (state.step !== 'form') return;
    if (state.problem === null) return forgive();
    refuse({ problem: state.problem, fields: state.fields });
    onRefused?.(Object.keys(state.fields));
  });
  useEffect(() => show(card), [card]);
  return card;
}
