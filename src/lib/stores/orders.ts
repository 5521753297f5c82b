import { atom } from 'nanostores';
import { api } from '#lib/api/browser.ts';
import { failureOf } from '#lib/api/part.ts';
import type { Quote } from '#lib/contract/orders.schema.ts';
import { cancelOrder, createOrder } from '#lib/contract/orders.ts';
import { type Refusal, refusalOf } from '#lib/forms/refusal.ts';
import { routes } from '#lib/routes.ts';
import { isObject, jsonBox, pageUser } from '#lib/rules/device/device-box.ts';
import {
  type OrderDraft,
  type OrderLine,
  type OrderSubject,
  orderInput,
  quoteInput,
  withQuantity,
} from '#lib/rules/orders/form.ts';
import { orderMessages } from '#lib/words/orders.ts';
import { endIntent, intentKey } from './intent.ts';
import { mutate } from './operations.ts';
import { $cart, updateShared } from './shared.ts';

const QUOTE_PAUSE_MS = 150;

export const $draft = atom<OrderDraft | null>(null);
/** The server’s price of the draft; the last price stays while the next one loads. */
export const $quote = atom<Quote | null>(null);
export const $quoteState = atom<'ready' | 'asking' | 'failed'>('ready');
export const $isPlacing = atom(false);
/** Why the cart does not have the shown quantity. */
export const $cartProblem = atom<string | null>(null);

/**
 * The intent of this person’s order: of the cart, or of one product. Another order in the same tab is another intent.
 */
const nameOf = ({ turmaAlunoId, isCart }: OrderSubject, [first]: readonly OrderLine[]) =>
  `pedido:${pageUser()}:${isCart ? 'carrinho' : `${turmaAlunoId}:${first?.codigo_produto}`}`;

let subject: OrderSubject | null = null;
let name = '';
let timer: ReturnType<typeof setTimeout> | undefined;
let running: AbortController | undefined;
/** Changes of the cart being sent, one after another. */
let keeping: Promise<void> = Promise.resolve();

/**
 * Starts with the server’s values, or continues with the choices before a reload. The server stores the cart itself.
 *
 * @param isSent the server’s values came with a form, so they are newer than the stored choices
 */
export function beginOrder(
  of: OrderSubject,
  initial: OrderDraft,
  { quote, isSent }: { quote: Quote; isSent: boolean },
): void {
  subject = of;
  name = nameOf(of, initial.itens);
  const stored = isSent ? null : orderDraft(name).read();
  if (isSent) orderDraft(name).keep(initial);
  $draft.set(stored ? { ...stored, itens: of.isCart ? initial.itens : stored.itens } : initial);
  $quote.set(quote);
  if (stored) askQuote(0);
}

/** Changes the quantity of a product, in the cart too. Without any product the page is opened again. */
export function setQuantity(codigo_produto: string, quantidade: number): void {
  const draft = $draft.get();
  if (!draft || !subject) return;
  $cartProblem.set(null);
  const itens = withQuantity(draft.itens, codigo_produto, quantidade);
  if (itens.length > 0) changeDraft({ itens });
  if (!subject.isCart) return;
  keeping = keeping.then(async () => {
    try {
      const { quantidade_total } = await mutate('orders.setCartItem', { codigo_produto, quantidade });
      updateShared($cart, quantidade_total);
      // A reload would send the form again, if the page is the answer to one.
      if (itens.length === 0) location.assign(routes.orders.cart());
    } catch (error) {
      changeDraft({ itens: draft.itens });
      $cartProblem.set(failureOf(error).detail || orderMessages.cartNotStored);
    }
  });
}

/** Changes the draft, stores it for a reload, and requests the price again if the change affects it. */
export function changeDraft(part: Partial<OrderDraft>): void {
  const before = $draft.get();
  if (!before || !subject) return;
  const draft = { ...before, ...part };
  $draft.set(draft);
  orderDraft(name).keep(draft);
  if (JSON.stringify(quoteInput(before)) !== JSON.stringify(quoteInput(draft))) askQuote(QUOTE_PAUSE_MS);
}

export const retryQuote = (): void => askQuote(0);

function askQuote(pause: number): void {
  clearTimeout(timer);
  running?.abort();
  $quoteState.set('asking');
  timer = setTimeout(() => void quote(), pause);
}

async function quote(): Promise<void> {
  const draft = $draft.get();
  if (!draft) return;
  const own = new AbortController();
  running = own;
  try {
    const answer = await mutate('orders.quoteOrder', { ...quoteInput(draft) }, { signal: own.signal });
    if (own.signal.aborted) return;
    $quote.set(answer);
    $quoteState.set('ready');
    if (draft.parcelas > answer.parcelas_max) changeDraft({ parcelas: answer.parcelas_max });
  } catch {
    if (!own.signal.aborted) $quoteState.set('failed');
  }
}

const priceShown = () =>
  new Promise<void>((done) => {
    const stop = $quoteState.subscribe((state) => {
      if (state === 'asking') return;
      done();
      // At the first call the subscription does not exist yet.
      queueMicrotask(() => stop());
    });
  });

/**
 * Places the order and opens its page. After a failure or a reload, a second attempt is still the same order.
 *
 * @returns why it was refused
 */
export async function placeOrder(): Promise<Refusal | null> {
  if ($isPlacing.get()) return null;
  $isPlacing.set(true);
  // The order must match the shown price and the shown cart.
  await Promise.all([priceShown(), keeping]);
  const draft = $draft.get();
  if (!draft || !subject || $quoteState.get() === 'failed') {
    $isPlacing.set(false);
    return null;
  }
  const shown = $quote.get();
  const order = orderInput(draft, subject, !shown?.cupom_aviso);
  const body = { ...order, ...(shown && { total_visto_centavos: shown.total_centavos }) };
  try {
    // A different price is not a different order, so an attempt whose answer was lost keeps its key.
    const { id } = await api(createOrder, { body }, { idempotencyKey: intentKey(name, JSON.stringify(order)) });
    endIntent(name);
    orderDraft(name).drop();
    location.assign(`${routes.orders.detail(id)}?novo=1`);
    return null;
  } catch (error) {
    const isShown = (field: string) => /^(cupom|parcelas|entrega\.endereco\..+)$/.test(field);
    $isPlacing.set(false);
    if (failureOf(error).status === 409) askQuote(0);
    return refusalOf(error, orderMessages.notPlaced, isShown);
  }
}

export const $isCancelling = atom(false);

/**
 * Cancels the student’s order and reloads it. Its id is the intent: a second cancellation changes nothing.
 *
 * @returns why it was refused
 */
export async function cancel(orderId: number, motivo: string): Promise<Refusal | null> {
  $isCancelling.set(true);
  const intent = `cancelar:${orderId}`;
  const body = motivo.trim() ? { motivo: motivo.trim() } : {};
  try {
    const idempotencyKey = intentKey(intent, JSON.stringify(body));
    await api(cancelOrder, { params: { id: orderId }, body }, { idempotencyKey });
    endIntent(intent);
    location.assign(`${routes.orders.detail(orderId)}?cancelado=1`);
    return null;
  } catch (error) {
    $isCancelling.set(false);
    return refusalOf(error, orderMessages.notCancelled, (name) => name === 'motivo');
  }
}

/** The choices before a reload, at most as long as the tab is open. @param name of the intent of the order */
const orderDraft = (name: string) => jsonBox<OrderDraft>('session', name, isDraft);

/** An earlier version stored only the quantity of one product. */
const isDraft = (value: unknown): boolean => isObject(value) && Array.isArray((value as OrderDraft).itens);
