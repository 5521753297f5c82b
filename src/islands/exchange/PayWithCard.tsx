import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { FormProvider } from 'react-hook-form';
import * as z from 'zod/mini';
import { formatForeign } from '#lib/format/foreign.ts';
import { formatMoney } from '#lib/format/money.ts';
import { routes } from '#lib/routes.ts';
import {
  noReceiver,
  PayerFields,
  type PayerValues,
  ReceiverFields,
  type ReceiverValues,
} from '#lib/rules/exchange/payer.ts';
import { CardFields as CardRules, type CardValues, cardFieldOf, noCard } from '#lib/rules/finance/card-form.ts';
import { $requestId, cardOf } from '#lib/stores/exchange.ts';
import { payByCard } from '#lib/stores/finance-card.ts';
import { Button } from '../ui/Button.tsx';
import { CardFields } from '../ui/CardFields.tsx';
import { FormError } from '../ui/FormError.tsx';
import { Paid } from '../ui/Paid.tsx';
import { Spinner } from '../ui/Spinner.tsx';
import { useCardRefusal } from '../ui/use-card-refusal.ts';
import { useContractForm } from '../ui/use-contract-form.ts';
import { PayerSummary } from './PayerSummary.tsx';
import type { PayQuoteProps } from './PayWithPix.tsx';
import { ReceiverFieldset } from './ReceiverFieldset.tsx';

type Values = PayerValues & ReceiverValues & CardValues;

/** Pays a quote by card. The payer owns the card: one CPF stands for both. */
export function PayWithCard({ quote, payer, today, onPix }: PayQuoteProps) {
  const isTrip = useStore($requestId, { ssr: 'initial' }) !== undefined;
  const [isOpen, setIsOpen] = useState(() => !PayerFields(today).safeParse(payer).success);
  const contract = useContractForm<Values>({
    rules: z.intersection(z.intersection(PayerFields(today), CardRules(today)), ReceiverFields(isTrip)),
    values: { ...noCard, ...noReceiver, ...payer },
    nameOf: cardFieldOf,
    mode: 'onTouched',
  });
  const { form, element, problem, isRefused, submit } = contract;
  const openFor = (names: readonly string[]) => {
    if (names.some((name) => name in payer && !(name in noCard))) setIsOpen(true);
  };
  const card = useCardRefusal(contract, (fields) => openFor(fields.map(cardFieldOf)));
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
  const send = submit((values) => payByCard(cardOf(quote.quote_id, values), values), openFor);
  return (
    <FormProvider {...form}>
      <form
        ref={element}
        // Without it, a form sent before the page listens would put its values into the address.
        method="post"
        noValidate
        className="grid gap-5"
        onSubmit={send}
      >
        {!isTrip && <ReceiverFieldset />}
        <PayerSummary hasCpf={false} isOpen={isOpen} onOpen={() => setIsOpen(true)} />
        <h3 className="text-base font-bold">Cartão</h3>
        <CardFields total={quote.total_centavos} most={quote.installments.length} />
        <FormError message={problem}>
          {isRefused && (
            <Button look="soft" onClick={onPix}>
              Pagar com Pix
            </Button>
          )}
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
