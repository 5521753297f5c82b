import { useStore } from '@nanostores/react';
import { type BaseSyntheticEvent, useEffect, useRef } from 'react';
import * as z from 'zod/mini';
import type { Quote } from '#lib/contract/exchange.schema.ts';
import type { Parcela } from '#lib/contract/finance.schema.ts';
import { formatBps, formatForeign, formatRate, formatUnitCost } from '#lib/format/foreign.ts';
import { formatClock } from '#lib/format/interval.ts';
import { formatMoney } from '#lib/format/money.ts';
import type { Refusal } from '#lib/forms/refusal.ts';
import type { PayerValues } from '#lib/rules/exchange/payer.ts';
import { paidFor } from '#lib/rules/exchange/payment.ts';
import { type ExchangeForm, QuoteFields, quoteFieldOf } from '#lib/rules/exchange/quote-form.ts';
import { CardFields as CardRules, noCard } from '#lib/rules/finance/card-form.ts';
import { $quote, $requestId, askQuote, cardOf } from '#lib/stores/exchange.ts';
import { $payment } from '#lib/stores/finance-payment.ts';
import { exchangeMessages, moedaNames } from '#lib/words/exchange.ts';
import Clock from '~icons/material-symbols/schedule-rounded';
import { CardForm } from '../pay/CardForm.tsx';
import { Button } from '../ui/Button.tsx';
import { withKnownFields } from '../ui/known-fields.ts';
import { useContractForm } from '../ui/use-contract-form.ts';
import { useAhead, useCountdown } from '../ui/use-countdown.ts';
import { Parties, useParties } from './Parties.tsx';
import { type PayQuoteProps, PayWithPix } from './PayWithPix.tsx';
import { QuoteForm } from './QuoteForm.tsx';

interface ExchangeDeskProps {
  form: ExchangeForm;
  /** The unit’s payment methods in the portal; null: unknown. */
  methods: Parcela['formas'] | null;
  /** The server's quote for the form values in the address. */
  quote: Quote | null;
  /** Why there is no quote for the address. */
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
  form: submitted,
  quote: first,
  refused,
  payer,
  requestId,
  today,
  now,
  methods,
}: ExchangeDeskProps) {
  const desk = useContractForm<ExchangeForm>({ rules: QuoteFields, values: submitted, refused, nameOf: quoteFieldOf });
  const fresh = useStore($quote, { ssr: 'initial' });
  const quote = fresh ?? first;
  const ahead = useAhead(now);
  useEffect(() => $requestId.set(requestId), [requestId]);
  const ask = desk.submit(askQuote);
  return (
    <>
      <section className="surface p-5 md:p-6" aria-label="Simulador">
        <QuoteForm of={desk} methods={methods} />
      </section>
      {quote && (
        <QuoteCard
          isNew={fresh !== null}
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
  /** The user requested the quote here, so it gets the focus. */
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
      {/* Only hidden, because the next quote shows the typed values again. */}
      <div hidden={isOver}>
        <Pay {...{ quote, payer, today, onPix }} />
      </div>
    </section>
  );
}

/** Pays a quote by card. The payer owns the card, so there is one CPF for both. */
function PayWithCard({ quote, payer, today, onPix }: PayQuoteProps) {
  const { rules, values, openFor, parties } = useParties(payer, today, false);
  return (
    <CardForm
      kind="exchange"
      rules={z.intersection(rules, CardRules(today))}
      values={{ ...noCard, ...values }}
      payOf={(typed) => cardOf(quote.quote_id, typed)}
      total={quote.total_centavos}
      maxInstallments={quote.installments.length}
      paidFor={paidFor(quote)}
      instead={
        <Button look="soft" onClick={onPix}>
          Pagar com Pix
        </Button>
      }
      onWrong={openFor}
    >
      <Parties {...parties} />
      <h3 className="text-base font-bold">Cartão</h3>
    </CardForm>
  );
}

interface ValidityProps {
  /** Seconds; null before the countdown starts. */
  left: number | null;
  /** The last passed mark. */
  mark: number | null;
  label: string;
  words: { left: (seconds: number) => string; over: string };
}

/** The remaining validity. The seconds are only visual; a screen reader announces two marks and the end. */
function Validity({ left, mark, label, words }: ValidityProps) {
  const isShort = left !== null && left <= 120;
  return (
    <>
      <p className={`chip ${left === 0 ? 'tone-neutral' : isShort ? 'tone-warning' : 'tone-info'}`}>
        <Clock className="size-4" aria-hidden="true" />
        {left === 0 ? (
          words.over
        ) : (
          <span>
            {label} <span className="num">{left === null ? '10:00' : formatClock(left)}</span>
          </span>
        )}
      </p>
      <span className="sr-only" aria-live="polite">
        {mark === null ? '' : mark === 0 ? words.over : words.left(mark)}
      </span>
    </>
  );
}

/** All parts of the total: their sum is the total (EXCH-04). */
function QuoteDetails({ quote }: { quote: Quote }) {
  const { moeda, valor_minor, cotacao, spread_bps, iof_bps, iof_centavos, tarifa_centavos, total_centavos } = quote;
  const { one } = moedaNames[moeda];
  const lines: [what: string, note: string | null, value: string][] = [
    ['Cotação de hoje', `por ${one}`, formatRate(cotacao)],
    ['Cotação com spread', `de ${formatBps(spread_bps)}`, formatRate(cotacao, spread_bps)],
    ['Valor convertido', null, formatMoney(total_centavos - iof_centavos - tarifa_centavos)],
    ['IOF', `de ${formatBps(iof_bps)}`, formatMoney(iof_centavos)],
    ['Tarifa da operação', null, formatMoney(tarifa_centavos)],
  ];
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-3">
        <p>
          <span className="text-muted block text-sm font-medium">Chega lá</span>
          <strong className="text-2xl font-extrabold">{formatForeign(valor_minor, moeda)}</strong>
        </p>
        <p className="sm:text-right">
          <span className="text-muted block text-sm font-medium">Você paga</span>
          <strong className="text-2xl font-extrabold">{formatMoney(total_centavos)}</strong>
        </p>
      </div>
      <dl className="grid *:flex *:items-baseline *:justify-between *:gap-4 *:py-2.5 *:not-first:ruled [&_dd]:font-semibold [&_dd]:whitespace-nowrap border-base-300 border-y">
        {lines.map(([what, note, value]) => (
          <div key={what}>
            <dt>
              {what}
              {note && <span className="text-muted"> {note}</span>}
            </dt>
            <dd className="num">{value}</dd>
          </div>
        ))}
      </dl>
      <p className="text-muted text-sm">
        Com tudo incluído, cada {one} sai por <span className="num">{formatUnitCost(total_centavos, valor_minor)}</span>
        .
      </p>
    </div>
  );
}
