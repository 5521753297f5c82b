import { useStore } from '@nanostores/react';
import { useState } from 'react';
import * as z from 'zod/mini';
import { noReceiver, PayerFields, type PayerValues, ReceiverFields } from '#lib/rules/exchange/payer.ts';
import { $requestId } from '#lib/stores/exchange.ts';
import { PayerSummary } from './PayerSummary.tsx';
import { ReceiverFieldset } from './ReceiverFieldset.tsx';

/**
 * The payer and the receiver of a quote as a part of its form: their rules, first values, and what `Parties` needs. What
 * is known of the payer is folded until it is changed or wrong.
 *
 * @param hasCpf false where another field of the form asks for it
 */
export function useParties(payer: PayerValues, today: string, hasCpf = true) {
  const isTrip = useStore($requestId, { ssr: 'initial' }) !== undefined;
  const rules = PayerFields(today);
  const [isOpen, setIsOpen] = useState(() => !rules.safeParse(payer).success);
  const onOpen = () => setIsOpen(true);
  return {
    rules: z.intersection(rules, ReceiverFields(isTrip)),
    values: { ...noReceiver, ...payer },
    /** Opens the payer if one of these names is a field of it. */
    openFor: (names: readonly string[]) => {
      if (names.some((name) => name in payer && (hasCpf || name !== 'cpf'))) onOpen();
    },
    parties: { isTrip, hasCpf, isOpen, onOpen },
  };
}

/** Who receives the money of a quote, and who pays. A trip has a known receiver. */
export function Parties({ isTrip, ...payer }: ReturnType<typeof useParties>['parties']) {
  return (
    <>
      {!isTrip && <ReceiverFieldset />}
      <PayerSummary {...payer} />
    </>
  );
}
