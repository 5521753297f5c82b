import { zodResolver } from '@hookform/resolvers/zod';
import { useStore } from '@nanostores/react';
import { useRef, useState } from 'react';
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
import { $isPaying, $payProblem, $requestId, openPayment } from '#lib/stores/exchange.ts';
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
  /** Quotes the same amount for Pix. */
  onPix: () => void;
}

/** Opens the Pix of a quote, or its boleto where the unit has one. */
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

  const way = useRef<'pix' | 'boleto'>('pix');
  const submit = form.handleSubmit(
    async (values) => {
      const refused = Object.entries(await openPayment(quote.quote_id, values, way.current));
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
          const { submitter } = event.nativeEvent as SubmitEvent;
          way.current = submitter instanceof HTMLButtonElement && submitter.value === 'boleto' ? 'boleto' : 'pix';
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
        {quote.formas?.includes('boleto') && (
          <div className="grid gap-2">
            <Button type="submit" look="soft" className="md:justify-self-start" value="boleto" isPending={isPaying}>
              Pagar com boleto
            </Button>
            <p className="text-muted text-sm">
              O boleto vence no próximo dia útil, pelo valor desta cotação, e leva até 2 dias úteis para aparecer.
            </p>
          </div>
        )}
      </form>
    </FormProvider>
  );
}
