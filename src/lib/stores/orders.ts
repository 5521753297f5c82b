import { atom } from 'nanostores';
import { api } from '#lib/api/browser.ts';
import type { Quote } from '#lib/contract/orders.schema.ts';
import { cancelOrder, createOrder, quoteOrder } from '#lib/contract/orders.ts';
import { refusalOf } from '#lib/forms/refusal.ts';
import { routes } from '#lib/routes.ts';
import { pageUser } from '#lib/rules/device/device-box.ts';
import { isState, type OrderDraft, toAddress } from '#lib/rules/orders/form.ts';
import { orderMessages } from '#lib/words/orders.ts';
import { endIntent, intentKey } from './intent.ts';
import { orderDraft } from './orders-draft.ts';

export { findAddress } from './account-address.ts';

/** The product to order, and the enrolment. */
export interface Subject {
  turmaAlunoId: number;
  codigo: string;
}

const QUOTE_PAUSE_MS = 150;

export const $draft = atom<OrderDraft | null>(null);
/** The server's price of the draft; the last one stays while the next one loads. */
export const $quote = atom<Quote | null>(null);
export const $quoteState = atom<'ready' | 'asking' | 'failed'>('ready');
export const $isPlacing = atom(false);
export const $orderError = atom<string | null>(null);
/** Refusals by field name. */
export const $orderFields = atom<Readonly<Record<string, string>>>({});

/** The name of this person's order of this product: another product in the same tab is another intent. */
const nameOf = ({ turmaAlunoId, codigo }: Subject) => `pedido:${pageUser()}:${turmaAlunoId}:${codigo}`;

let subject: Subject | null = null;
let timer: ReturnType<typeof setTimeout> | undefined;
let asked: AbortController | undefined;

/** Begins with the server's values, or continues with the choices before a reload. */
export function beginOrder(of: Subject, initial: OrderDraft, quote: Quote): void {
  subject = of;
  const kept = orderDraft(nameOf(of)).read();
  $draft.set(kept ?? initial);
  $quote.set(quote);
  if (kept) askQuote(0);
}

/** Changes the draft, keeps it for a reload, and asks for the price again if the price depends on the change. */
export function changeDraft(part: Partial<OrderDraft>): void {
  const before = $draft.get();
  if (!before || !subject) return;
  const draft = { ...before, ...part };
  $draft.set(draft);
  orderDraft(nameOf(subject)).keep(draft);
  if (JSON.stringify(quoteInput(before)) !== JSON.stringify(quoteInput(draft))) askQuote(QUOTE_PAUSE_MS);
}

export const retryQuote = (): void => askQuote(0);

function askQuote(pause: number): void {
  clearTimeout(timer);
  asked?.abort();
  $quoteState.set('asking');
  timer = setTimeout(() => void quote(), pause);
}

async function quote(): Promise<void> {
  const draft = $draft.get();
  if (!draft) return;
  const own = new AbortController();
  asked = own;
  try {
    const answer = await api(quoteOrder, { body: quoteInput(draft) }, { signal: own.signal });
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
      // At the first call there is nothing to stop yet.
      queueMicrotask(() => stop());
    });
  });

const itemsOf = (draft: OrderDraft) => [{ codigo_produto: subject?.codigo ?? '', quantidade: draft.quantidade }];

/** Until the state is known, the price is for delivery to the school. */
function quoteInput(draft: OrderDraft) {
  const { state } = draft.endereco;
  const isToAddress = draft.entrega === 'endereco' && isState(state);
  return {
    itens: itemsOf(draft),
    ...(draft.cupom && { cupom: draft.cupom }),
    entrega: isToAddress ? { tipo: 'endereco' as const, endereco: { state } } : { tipo: 'escola' as const },
  };
}

/**
 * Places the order and opens its page. After a failure or a reload, a second try is still the same order.
 *
 * @returns whether it was placed.
 */
export async function placeOrder(): Promise<boolean> {
  if ($isPlacing.get()) return false;
  $isPlacing.set(true);
  // The student never orders at a price that was not shown.
  await priceShown();
  const draft = $draft.get();
  if (!draft || !subject || $quoteState.get() === 'failed') {
    $isPlacing.set(false);
    return false;
  }
  const hasCoupon = draft.cupom !== '' && !$quote.get()?.cupom_aviso;
  const body = {
    turma_aluno_id: subject.turmaAlunoId,
    itens: itemsOf(draft),
    ...(hasCoupon && { cupom: draft.cupom }),
    parcelas: draft.parcelas,
    entrega:
      draft.entrega === 'endereco'
        ? { tipo: 'endereco' as const, endereco: toAddress(draft.endereco) }
        : { tipo: 'escola' as const },
    aceite_termos: true as const,
  };
  $orderError.set(null);
  $orderFields.set({});
  try {
    const name = nameOf(subject);
    const order = await api(createOrder, { body }, { idempotencyKey: intentKey(name, JSON.stringify(body)) });
    endIntent(name);
    orderDraft(name).drop();
    location.assign(`${routes.orders.detail(order.id)}?novo=1`);
    return true;
  } catch (error) {
    const isShown = (name: string) => /^(cupom|parcelas|entrega\.endereco\..+)$/.test(name);
    const { problem, fields } = refusalOf(error, orderMessages.notPlaced, isShown);
    $orderError.set(problem);
    $orderFields.set(fields);
    $isPlacing.set(false);
    return false;
  }
}

export const $isCancelling = atom(false);
export const $cancelError = atom<string | null>(null);

/** Cancels the student's order and shows it again. Its id is the intent: a second cancellation changes nothing. */
export async function cancel(orderId: number, motivo: string): Promise<void> {
  $isCancelling.set(true);
  $cancelError.set(null);
  const name = `cancelar:${orderId}`;
  const body = motivo.trim() ? { motivo: motivo.trim() } : {};
  try {
    const idempotencyKey = intentKey(name, JSON.stringify(body));
    await api(cancelOrder, { params: { id: orderId }, body }, { idempotencyKey });
    endIntent(name);
    location.assign(`${routes.orders.detail(orderId)}?cancelado=1`);
  } catch (error) {
    $cancelError.set(refusalOf(error, orderMessages.notCancelled, () => false).problem);
    $isCancelling.set(false);
  }
}
