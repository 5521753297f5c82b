import { zodResolver } from '@hookform/resolvers/zod';
import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import type { Quote } from '#lib/contract/exchange.schema.ts';
import { PayerFields, type PayerValues } from '#lib/exchange-payer.ts';
import { maskCpf } from '#lib/format/cpf.ts';
import { digitsOf } from '#lib/format/documents.ts';
import { formatMoney } from '#lib/format/money.ts';
import { $isPaying, $payProblem, payWithPix } from '#lib/stores/exchange.ts';
import Pix from '~icons/material-symbols/qr-code-2-rounded';
import { Button } from '../ui/Button.tsx';
import { FormError } from '../ui/FormError.tsx';
import { PayerFieldset } from './PayerFieldset.tsx';

interface PayQuoteProps {
  quote: Quote;
  payer: PayerValues;
  /** `YYYY-MM-DD` in the school's zone. */
  today: string;
}

/** Opens the Pix of a quote. The payer's data is known already, so it is shown in a line and opened to be changed. */
export function PayQuote({ quote, payer, today }: PayQuoteProps) {
  const rules = PayerFields(today);
  const [isOpen, setIsOpen] = useState(() => !rules.safeParse(payer).success);
  const isPaying = useStore($isPaying, { ssr: 'initial' });
  const problem = useStore($payProblem, { ssr: 'initial' });
  const form = useForm<PayerValues>({ resolver: zodResolver(rules), defaultValues: payer, mode: 'onTouched' });
  const known = form.watch();

  const submit = form.handleSubmit(
    async (values) => {
      const refused = Object.entries(await payWithPix(quote.quote_id, values));
      for (const [name, message] of refused) {
        if (name in values) form.setError(name as keyof PayerValues, { message });
      }
      if (refused.length > 0) setIsOpen(true);
    },
    () => setIsOpen(true),
  );
  return (
    <FormProvider {...form}>
      <form
        // Sent before the page listens, it would put what was typed into the address.
        method="post"
        noValidate
        className="grid gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          if (!isPaying) void submit(event);
        }}
      >
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
          <div className="min-w-0">
            <h3 className="text-base font-bold">Quem paga</h3>
            {!isOpen && (
              <p className="text-muted truncate">
                {known.full_name} · CPF {maskCpf(digitsOf(known.cpf))}
              </p>
            )}
          </div>
          {!isOpen && (
            <button type="button" className="link-target" onClick={() => setIsOpen(true)}>
              Conferir ou mudar
            </button>
          )}
        </div>
        {isOpen && <PayerFieldset today={today} />}
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
