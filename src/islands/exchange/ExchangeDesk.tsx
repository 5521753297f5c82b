import { useStore } from '@nanostores/react';
import { type BaseSyntheticEvent, useEffect, useRef } from 'react';
import type { Quote } from '#lib/contract/exchange.schema.ts';
import type { Parcela } from '#lib/contract/finance.schema.ts';
import type { Refusal } from '#lib/forms/refusal.ts';
import type { PayerValues } from '#lib/rules/exchange/payer.ts';
import { type ExchangeForm, QuoteFields, quoteFieldOf } from '#lib/rules/exchange/quote-form.ts';
import { $quote, $requestId, askQuote } from '#lib/stores/exchange.ts';
import { $payment } from '#lib/stores/finance-payment.ts';
import { exchangeMessages } from '#lib/words/exchange.ts';
import { Button } from '../ui/Button.tsx';
import { withKnownFields } from '../ui/known-fields.ts';
import { useContractForm } from '../ui/use-contract-form.ts';
import { useAhead, useCountdown } from '../ui/use-countdown.ts';
import { PayWithCard } from './PayWithCard.tsx';
import { type PayQuoteProps, PayWithPix } from './PayWithPix.tsx';
import { QuoteDetails } from './QuoteDetails.tsx';
import { QuoteForm } from './QuoteForm.tsx';
import { Validity } from './Validity.tsx';

interface ExchangeDeskProps {
  form: ExchangeForm;
  /** How the unit takes money in the portal; null: unknown. */
  ways: Parcela['formas'] | null;
  /** The server's quote for the form values in the address. */
  quote: Quote | null;
  /** Why the address got no quote. */
  refused: Refusal | null;
  payer: PayerValues;
  /** The request for a trip that this quote pays. */
  requestId?: number;
  /** `YYYY-MM-DD` in the school's zone. */
  today: string;
  /** The school's time when the page was drawn. */
  now: string;
}

/** Quotes a foreign amount and pays the quote (EXCH-01…04). */
export const ExchangeDesk = withKnownFields(function ExchangeDesk({
  form: given,
  quote: first,
  refused,
  payer,
  requestId,
  today,
  now,
  ways,
}: ExchangeDeskProps) {
  const desk = useContractForm<ExchangeForm>({ rules: QuoteFields, values: given, refused, nameOf: quoteFieldOf });
  const asked = useStore($quote, { ssr: 'initial' });
  const quote = asked ?? first;
  const ahead = useAhead(now);
  useEffect(() => $requestId.set(requestId), [requestId]);
  const ask = desk.submit(askQuote);
  return (
    <>
      <section className="surface p-5 md:p-6" aria-label="Simulador">
        <QuoteForm of={desk} ways={ways} />
      </section>
      {quote && (
        <QuoteCard
          isNew={asked !== null}
          isPending={desk.isSending}
          onAgain={ask}
          onPix={(event) => {
            desk.form.setValue('forma', 'pix');
            void ask(event);
          }}
          {...{ quote, payer, today, ahead }}
        />
      )}
    </>
  );
});

interface QuoteCardProps extends PayQuoteProps {
  /** The user asked for it here, so it gets the focus. */
  isNew: boolean;
  isPending: boolean;
  ahead: number | null;
  onAgain: (event: BaseSyntheticEvent) => void;
}

function QuoteCard({ quote, isNew, isPending, onAgain, payer, today, onPix, ahead }: QuoteCardProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const { left, mark } = useCountdown(quote.valido_ate, ahead);
  const { step } = useStore($payment, { ssr: 'initial' });
  const isPaying = step !== 'idle' && step !== 'refused';
  const isOver = left === 0 && !isPaying;
  useEffect(() => {
    if (isNew && quote.quote_id) heading.current?.focus();
  }, [isNew, quote.quote_id]);
  const Pay = quote.installments.length > 1 ? PayWithCard : PayWithPix;
  return (
    <section className="surface grid gap-6 p-5 md:p-6" aria-labelledby="cotacao-titulo">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="cotacao-titulo" ref={heading} tabIndex={-1} className="text-lg">
          Sua cotação
        </h2>
        {!isPaying && (
          <Validity
            left={left}
            mark={mark}
            label="Vale por"
            words={{ left: exchangeMessages.left, over: exchangeMessages.over }}
          />
        )}
      </div>
      <QuoteDetails quote={quote} />
      {isOver && (
        <Button className="md:justify-self-start" isPending={isPending} pendingLabel="Cotando" onClick={onAgain}>
          Cotar de novo
        </Button>
      )}
      {/* Only hidden: the next quote shows the typed values again. */}
      <div hidden={isOver}>
        <Pay {...{ quote, payer, today, onPix }} />
      </div>
    </section>
  );
}
