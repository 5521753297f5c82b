import { atom } from 'nanostores';
import { ApiError, api } from '#lib/api/browser.ts';
import type { Address } from '#lib/contract/account.schema.ts';
import { getAddress } from '#lib/contract/account.ts';
import type { CambioPayment, Quote } from '#lib/contract/exchange.schema.ts';
import { createExchangePayment, getExchangePayment, simulateExchange } from '#lib/contract/exchange.ts';
import { type ExchangeForm, simulationOf } from '#lib/exchange-form.ts';
import { fieldOf, type PayerValues, pagadorOf } from '#lib/exchange-payer.ts';
import { digitsOf } from '#lib/format/documents.ts';
import { detailOr } from '#lib/messages/errors.ts';
import { exchangeMessages } from '#lib/messages/exchange.ts';
import { routes } from '#lib/routes.ts';

/** The latest quote of this page; null until one was asked for here. */
export const $quote = atom<Quote | null>(null);
export const $isQuoting = atom(false);
export const $quoteProblem = atom<string | null>(null);
export const $isPaying = atom(false);
export const $payProblem = atom<string | null>(null);

/** Asks for a quote, and puts the form into the address, so that a reload asks again. */
export async function askQuote(form: ExchangeForm): Promise<void> {
  const simulation = simulationOf(form);
  if (simulation.problem !== undefined) {
    $quoteProblem.set(simulation.problem);
    return;
  }
  $isQuoting.set(true);
  $quoteProblem.set(null);
  $payProblem.set(null);
  try {
    $quote.set(await api(simulateExchange, { body: simulation.body }));
    history.replaceState(history.state, '', routes.finance.exchange({ ...form }));
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    $quoteProblem.set(detailOr(error, exchangeMessages.notQuoted));
  } finally {
    $isQuoting.set(false);
  }
}

const keyName = (quoteId: string, forma: string) => `cambio:${quoteId}:${forma}`;

/** The key of an intent: the same across retries and reloads, until it was answered. */
function keyOf(name: string): string {
  const known = sessionStorage.getItem(name);
  const key = known ?? crypto.randomUUID();
  if (!known) sessionStorage.setItem(name, key);
  return key;
}

/**
 * Opens the Pix of a quote and leaves for it.
 *
 * @returns messages by field when the server refused, else nothing.
 */
export async function payWithPix(quoteId: string, payer: PayerValues): Promise<Record<string, string>> {
  $isPaying.set(true);
  $payProblem.set(null);
  const name = keyName(quoteId, 'pix');
  try {
    const body = { quote_id: quoteId, forma: 'pix', pagador: pagadorOf(payer) } as const;
    const { id } = await api(createExchangePayment, { body }, { idempotencyKey: keyOf(name) });
    location.assign(routes.finance.exchange({ pagamento: id }));
    return {};
  } catch (error) {
    $isPaying.set(false);
    if (!(error instanceof ApiError)) throw error;
    // A refusal is an answer; without one nobody knows, and the same key asks again.
    if (error.status >= 400 && error.status < 500) sessionStorage.removeItem(name);
    $payProblem.set(detailOr(error, exchangeMessages.notPaid));
    return Object.fromEntries(Object.entries(error.fields).map(([field, words]) => [fieldOf(field), words]));
  }
}

/** @returns null when the code is unknown or the service does not answer: the address is then typed. */
export async function findPayerAddress(cep: string): Promise<Address | null> {
  return api(getAddress, { params: { cep: digitsOf(cep) } }).catch(() => null);
}

const SOON_MS = 3_000;
const LATE_MS = 15_000;
const SLOWER = 1.4;

/**
 * Follows a payment while it waits: every 3 s at first and every 15 s in the end, at once when the tab returns.
 *
 * @returns ends it.
 */
export function followPayment(id: number, onChange: (payment: CambioPayment) => void): () => void {
  let pause = SOON_MS;
  let timer = 0;
  let isOver = false;
  const stop = () => {
    isOver = true;
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', resume);
  };
  async function look() {
    const payment = await api(getExchangePayment, { params: { id } }).catch(() => null);
    if (isOver) return;
    if (payment) onChange(payment);
    if (payment && payment.status !== 'pendente') stop();
    else wait();
  }
  function wait() {
    clearTimeout(timer);
    if (document.hidden) return;
    timer = window.setTimeout(() => void look(), pause);
    pause = Math.min(LATE_MS, pause * SLOWER);
  }
  function resume() {
    clearTimeout(timer);
    if (document.hidden) return;
    pause = SOON_MS;
    void look();
  }
  document.addEventListener('visibilitychange', resume);
  wait();
  return stop;
}
