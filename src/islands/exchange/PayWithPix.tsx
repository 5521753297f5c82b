import { zodResolver } from '@hookform/resolvers/zod';
import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import type { Quote } from '#lib/contract/exchange.schema.ts';
import { formatMoney } from '#lib/format/money.ts';
import {
  noReceiver,
  PayerFields,
  type PayerValues,
  ReceiverFields,
  type ReceiverValues,
} from '#lib/rules/exchange/payer.ts';
import { $isPaying, $payProblem, $requestId, openPix } from '#lib/stores/exchange.ts';
import Pix from '~icons/material-symbols/qr-code-2-rounded';
import { Button } from '../ui/Button.tsx';
import { FormError } from '../ui/FormError.tsx';
import { PayerSummary } from './PayerSummary.tsx';
import { ReceiverFieldset } from './ReceiverFieldset.tsx';

export interface PayQuoteProps {
  quote: Quote;
  payer: PayerValues;
  /** `YYYY-MM-DD` in the school's zone. */
  today: string;
}

/** Opens the Pix of a quote. */
export function PayWithPix({ quote, payer, today }: PayQuoteProps) {
  const isTrip = useStore($requestId, { ssr: 'initial' }) !== undefined;
  const rules = PayerFields(today);
  const [isOpen, setIsOpen] = useState(() => !rules.safeParse(payer).success);
  const isPaying = useStore($isPaying, { ssr: 'initial' });
  const problem = useStore($payProblem, { ssr: 'initial' });
  const form = useForm<PayerValues & ReceiverValues>({
    resolver: zodResolver(z.intersection(rules, ReceiverFields(isTrip))),
    defaultValues: { ...noReceiver, ...payer },
    mode: 'onTouched',
  });

  const submit = form.handleSubmit(
    async (values) => {
      const refused = Object.entries(await openPix(quote.quote_id, values));
      for (const [name, message] of refused) {
        if (name in values) form.setError(name as keyof (PayerValues & ReceiverValues), { message });
      }
      if (refused.some(([name]) => name in payer)) setIsOpen(true);
    },
    (errors) => {
      if (Object.keys(errors).some((name) => name in payer)) setIsOpen(true);
    },
  );
  return (
    <FormProvider {...form}>
      <form
        // Without it, a form sent before the page listens would put its values into the address.
        method="post"
        noValidate
        className="grid gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          if (!isPaying) void submit(event);
        }}
      >
        {!isTrip && <ReceiverFieldset />}
        <PayerSummary isOpen={isOpen} onOpen={() => setIsOpen(true)} />
        <FormError message={problem} />
        <Button
          type="submit"
          className="md:justify-self-start"
          icon={<Pix className="size-5" aria-hidden="true" />}
          isPending={isPaying}
          pendingLabel="Gerando o código"
        >
          Pagar {formatMoney(quote.total_centavos)} com Pix
        </Button>
      </form>
    </FormProvider>
  );
}
