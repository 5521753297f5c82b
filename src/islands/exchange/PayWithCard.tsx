import { zodResolver } from '@hookform/resolvers/zod';
import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { formatForeign } from '#lib/format/foreign.ts';
import { formatMoney } from '#lib/format/money.ts';
import { routes } from '#lib/routes.ts';
import {
  fieldOf,
  noReceiver,
  PayerFields,
  type PayerValues,
  ReceiverFields,
  type ReceiverValues,
} from '#lib/rules/exchange/payer.ts';
import { CardFields as CardRules, type CardValues, noCard } from '#lib/rules/finance/card-form.ts';
import { $requestId, cardOf } from '#lib/stores/exchange.ts';
import { $card, payByCard } from '#lib/stores/finance-card.ts';
import { Button } from '../ui/Button.tsx';
import { CardFields } from '../ui/CardFields.tsx';
import { FormError } from '../ui/FormError.tsx';
import { Paid } from '../ui/Paid.tsx';
import { Spinner } from '../ui/Spinner.tsx';
import { PayerSummary } from './PayerSummary.tsx';
import type { PayQuoteProps } from './PayWithPix.tsx';
import { ReceiverFieldset } from './ReceiverFieldset.tsx';

type Values = PayerValues & ReceiverValues & CardValues;

/** Pays a quote by card. The payer owns the card: one CPF stands for both. */
export function PayWithCard({ quote, payer, today, onPix }: PayQuoteProps) {
  const card = useStore($card, { ssr: 'initial' });
  const isTrip = useStore($requestId, { ssr: 'initial' }) !== undefined;
  const [isOpen, setIsOpen] = useState(() => !PayerFields(today).safeParse(payer).success);
  const form = useForm<Values>({
    resolver: zodResolver(z.intersection(z.intersection(PayerFields(today), CardRules(today)), ReceiverFields(isTrip))),
    defaultValues: { ...noCard, ...noReceiver, ...payer },
    mode: 'onTouched',
  });
  const fields = card.step === 'form' ? card.fields : null;
  useEffect(() => {
    for (const [path, message] of Object.entries(fields ?? {})) {
      const name = fieldOf(path).replace(/^expiry_(month|year)$/, 'expiry');
      if (name in noCard || name in noReceiver) form.setError(name as keyof Values, { message });
    }
  }, [fields, form]);
  if (card.step === 'paid') {
    const { total_centavos, recibo_url } = card.outcome;
    return (
      <Paid
        centavos={total_centavos}
        what={`Câmbio de ${formatForeign(quote.valor_minor, quote.moeda)}`}
        receipts={recibo_url ? [{ label: 'Baixar recibo', href: recibo_url }] : []}
        next={{ label: 'Ir ao financeiro', href: routes.finance.home() }}
      />
    );
  }
  if (card.step === 'reviewing') {
    return (
      <p className="flex items-center gap-3" role="status">
        <Spinner /> O banco está analisando o pagamento. Você pode esperar aqui ou fechar a página: o resultado aparece
        em “Seus pagamentos”.
      </p>
    );
  }
  const isPaying = card.step === 'paying';
  const submit = form.handleSubmit(
    (values) => payByCard(cardOf(quote.quote_id, values), values),
    (errors) => {
      if (Object.keys(errors).some((name) => name in payer && !(name in noCard))) setIsOpen(true);
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
        <PayerSummary hasCpf={false} isOpen={isOpen} onOpen={() => setIsOpen(true)} />
        <h3 className="text-base font-bold">Cartão</h3>
        <CardFields total={quote.total_centavos} most={quote.installments.length} />
        <FormError message={card.step === 'form' ? card.problem : null}>
          <Button look="soft" onClick={onPix}>
            Pagar com Pix
          </Button>
        </FormError>
        <Button type="submit" className="md:justify-self-start" isPending={isPaying} pendingLabel="Falando com o banco">
          Pagar {formatMoney(quote.total_centavos)}
        </Button>
        <p className="text-muted text-sm">
          O número do cartão vai direto ao banco e não fica guardado. Se a conexão cair, tente de novo: não cobramos
          duas vezes.
        </p>
      </form>
    </FormProvider>
  );
}
