import { useStore } from '@nanostores/react';
import { type BaseSyntheticEvent, useEffect } from 'react';
import { FormProvider } from 'react-hook-form';
import type { Quote } from '#lib/contract/exchange.schema.ts';
import { formatMoney } from '#lib/format/money.ts';
import { fieldOf, type PayerValues, type ReceiverValues } from '#lib/rules/exchange/payer.ts';
import { $isPaying, openPayment } from '#lib/stores/exchange.ts';
import Pix from '~icons/material-symbols/qr-code-2-rounded';
import { Button } from '../ui/Button.tsx';
import { FormError } from '../ui/FormError.tsx';
import { useContractForm } from '../ui/use-contract-form.ts';
import { Parties, useParties } from './Parties.tsx';

export interface PayQuoteProps {
  quote: Quote;
  payer: PayerValues;
  /** `YYYY-MM-DD` in the school's zone. */
  today: string;
  /** Requests a quote of the same amount for Pix. */
  onPix: (event: BaseSyntheticEvent) => void;
}

/** Creates the Pix of a quote, or its boleto if the unit offers it. */
export function PayWithPix({ quote, payer, today }: PayQuoteProps) {
  const { rules, values, openFor, parties } = useParties(payer, today);
  const isPaying = useStore($isPaying, { ssr: 'initial' });
  const { form, element, problem, submit, forgive } = useContractForm<PayerValues & ReceiverValues>({
    rules,
    values,
    nameOf: fieldOf,
    mode: 'onTouched',
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: a refusal of the previous quote no longer applies
  useEffect(forgive, [quote.quote_id]);

  const send = submit(
    (typed, pressed) =>
      openPayment(quote.quote_id, typed, pressed?.getAttribute('value') === 'boleto' ? 'boleto' : 'pix'),
    openFor,
  );
  return (
    <FormProvider {...form}>
      <form
        ref={element}
        // Without it, a form that is submitted before hydration would put its values into the address.
        method="post"
        noValidate
        className="grid gap-5"
        onSubmit={send}
      >
        <Parties {...parties} />
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
