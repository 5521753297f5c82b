import { atom } from 'nanostores';
import { api } from '#lib/api/browser.ts';
import { type Failure, failureOf, isDecided, partOf } from '#lib/api/part.ts';
import type { CambioPayment, Quote } from '#lib/contract/exchange.schema.ts';
import { createExchangePayment, payExchangeWithCard, simulateExchange } from '#lib/contract/exchange.ts';
import type { Refusal } from '#lib/forms/refusal.ts';
import { routes } from '#lib/routes.ts';
import { type PayerValues, pagadorOf, type ReceiverValues, recebedorOf } from '#lib/rules/exchange/payer.ts';
import { type ExchangeForm, simulationOf, wrongAmount } from '#lib/rules/exchange/quote-form.ts';
import { type CardValues, cardInput } from '#lib/rules/finance/card-form.ts';
import type { CardOutcome } from '#lib/rules/finance/payment-state.ts';
import { detailOr } from '#lib/words/errors.ts';
import { exchangeMessages } from '#lib/words/exchange.ts';
import { $payment, type PayCard } from './finance-payment.ts';
import { endIntent, intentKey, sendCard } from './intent.ts';

export { findAddress } from './account-address.ts';

/** The latest quote on this page; null before the first one. */
export const $quote = atom<Quote | null>(null);
/** The request for a trip that the exchange pays, from the page's address. */
export const $requestId = atom<number | undefined>(undefined);
/** The partner school receives the money of a trip, so the user enters no receiver. */
const isTrip = () => $requestId.get() !== undefined;
export const $isPaying = atom(false);

/**
 * Requests a quote, and puts the form into the address, so that a reload requests it again. @returns why there is none
 */
export async function askQuote(form: ExchangeForm): Promise<Refusal | null> {
  const simulation = simulationOf(form);
  if (simulation.problem !== undefined) return wrongAmount(simulation.problem);
  $payment.set({ step: 'idle' });
  const quote = await partOf(api(simulateExchange, { body: simulation.body }));
  if (!quote.ok) return refusalIn(quote, exchangeMessages.notQuoted);
  $quote.set(quote.data);
  history.replaceState(history.state, '', routes.finance.exchange({ ...form, pedido: $requestId.get() }));
  return null;
}

const refusalIn = (failure: Failure, otherwise: string): Refusal => ({
  problem: detailOr(failure, otherwise),
  fields: failure.fields ?? {},
});

/**
 * After a decided refusal the next attempt is a new intent. Without an answer the result is unknown, and the key stays.
 * The same holds for a closed service while a card is under review: a new key would charge the card again.
 */
const isAnswer = (failure: Failure) => isDecided(failure) && failure.status !== 401;

/**
 * Creates the Pix or the boleto of a quote and opens it.
 *
 * @returns why it was refused
 */
export async function openPayment(
  quoteId: string,
  payer: PayerValues & ReceiverValues,
  forma: 'pix' | 'boleto',
): Promise<Refusal | null> {
  $isPaying.set(true);
  const intent = `exchange-${forma}:${quoteId}`;
  const body = {
    quote_id: quoteId,
    request_id: $requestId.get(),
    forma,
    pagador: pagadorOf(payer),
    recebedor: recebedorOf(payer, isTrip()),
  } as const;
  const payment = await partOf(api(createExchangePayment, { body }, { idempotencyKey: intentKey(intent) }));
  if (payment.ok) {
    location.assign(routes.finance.exchange({ pagamento: payment.data.id }));
    return null;
  }
  $isPaying.set(false);
  if (isAnswer(payment)) endIntent(intent);
  return refusalIn(payment, exchangeMessages.notPaid);
}

const outcomes: Readonly<Record<CambioPayment['status'], CardOutcome['status']>> = {
  pago: 'aprovado',
  pendente: 'em_analise',
  recusado: 'recusado',
  expirado: 'recusado',
  devolvido: 'recusado',
};

/** A card payment of a quote by this payer. A declined card ends the intent: the next attempt is a new one. */
export function cardOf(quoteId: string, values: PayerValues & ReceiverValues & CardValues): PayCard {
  const intent = `exchange-card:${quoteId}`;
  const { card, installments } = cardInput(values);
  const body = {
    quote_id: quoteId,
    request_id: $requestId.get(),
    ...{ card, installments },
    pagador: pagadorOf(values),
    recebedor: recebedorOf(values, isTrip()),
  };
  return async () => {
    try {
      const payment = await sendCard(intent, (idempotencyKey) =>
        api(payExchangeWithCard, { body }, { idempotencyKey }),
      );
      if (payment.status !== 'pendente') endIntent(intent);
      const { total_centavos, motivo, recibo_url, status } = payment;
      const words = status === 'expirado' ? exchangeMessages.over : motivo;
      return { status: outcomes[status], total_centavos, motivo: words, recibo_url };
    } catch (error) {
      if (isAnswer(failureOf(error))) endIntent(intent);
      throw error;
    }
  };
}
