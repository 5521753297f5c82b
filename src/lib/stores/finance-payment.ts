import { atom } from 'nanostores';
import { api } from '#lib/api/browser.ts';
import { type Failure, isDecided, partOf } from '#lib/api/part.ts';
import { pixOf } from '#lib/forms/finance/pix.ts';
import {
  type CardOutcome,
  chargeOf,
  type Payable,
  type PaymentState,
  type PixCharge,
  stateOfCard,
  stateOfCharge,
} from '#lib/rules/finance/payment-state.ts';
import { financeMessages } from '#lib/words/finance.ts';
import { query } from './operations.ts';
import { $due, updateShared } from './shared.ts';

/** How to create a Pix charge, and how to poll it. */
export interface PixSource {
  open(): Promise<PixCharge>;
  poll(charge: PixCharge): Promise<PixCharge>;
}

/** Pays by one card. Safe to repeat: it never charges twice. @throws ApiError */
export type PayCard = () => Promise<CardOutcome>;

/** The payment on this page: of any kind, by Pix or by card. */
export const $payment = atom<PaymentState>({ step: 'idle' });

/** How long after sending a code or a card the first poll comes. */
const FIRST_POLL_MS = { pix: 3_000, card: 4_000 };
const MAX_POLL_MS = 15_000;
const POLL_BACKOFF = 1.25;

let timer: ReturnType<typeof setTimeout> | undefined;
let pollDelay = FIRST_POLL_MS.pix;
let pollState: (() => Promise<PaymentState>) | undefined;
let source: PixSource | undefined;
let listens = false;

/** Bills share one Pix code. The Pix of an exchange depends on its quote. */
export function pixOfPayable(payable: Payable): PixSource {
  if (payable.kind !== 'exchange') {
    return { open: () => pixOf(api, payable), poll: ({ txid }) => pixOf(api, payable, txid) };
  }
  const poll = async () => chargeOf(await query('exchange.getExchangePayment', { id: payable.payment }));
  return { open: poll, poll };
}

/**
 * Creates a code, or uses the one that came with the page. It polls the payment every 3 seconds, later every 15, and at
 * once when the tab or the network is back.
 */
export async function startPix(from: PixSource, known?: PixCharge): Promise<void> {
  source = from;
  listen();
  if (known) return showCharge(known);
  $payment.set({ step: 'sending' });
  const part = await partOf(from.open());
  if (part.ok) showCharge(part.data);
  else refuse(part, financeMessages.bankSilent);
}

/** Creates a new code after the old one expired. */
export const renewPix = () => (source ? startPix(source) : Promise.resolve());

export function stopPix(): void {
  clearTimeout(timer);
  source = undefined;
  pollState = undefined;
}

/** Pays by card. A declined card keeps its form, and the store has the reason. While the bank decides, it polls. */
export async function payByCard(card: PayCard): Promise<undefined> {
  $payment.set({ step: 'sending' });
  // Every attempt has the same intent, so it gets the result of the first one.
  const pay = () => card().then(stateOfCard);
  const part = await partOf(pay());
  if (part.ok) show(part.data, FIRST_POLL_MS.card, pay);
  else refuse(part, financeMessages.cardUnanswered);
}

function showCharge(charge: PixCharge): void {
  const from = source;
  const poll = from && (() => from.poll(charge).then((fresh) => stateOfCharge(fresh)));
  show(stateOfCharge(charge, navigator.onLine), FIRST_POLL_MS.pix, poll);
}

/** @param first how long it waits before the first poll */
function show(state: PaymentState, first = MAX_POLL_MS, poll?: () => Promise<PaymentState>): void {
  clearTimeout(timer);
  // Payments before the page loaded are already in its figures.
  if (state.step === 'paid' && $payment.get().step !== 'idle') updateShared($due, null);
  $payment.set(state);
  pollState = poll;
  pollDelay = first;
  if (isPending(state)) schedulePoll();
}

const isPending = ({ step }: PaymentState) => step === 'waiting' || step === 'reviewing';

function schedulePoll(): void {
  clearTimeout(timer);
  timer = setTimeout(() => void runPoll(), pollDelay);
  pollDelay = Math.min(MAX_POLL_MS, pollDelay * POLL_BACKOFF);
}

async function runPoll(): Promise<void> {
  const state = $payment.get();
  if (!pollState || !isPending(state)) return;
  // A hidden tab does not poll, because polling a card sends its data.
  if (document.hidden) return schedulePoll();
  const part = await partOf(pollState());
  if ($payment.get() !== state) return;
  if (part.ok && part.data.step !== state.step) return show(part.data);
  if (state.step === 'waiting') {
    if (!part.ok && isDecided(part)) return refuse(part, financeMessages.bankSilent);
    // Without an answer the code stays valid: only its state is unknown.
    if (state.isOffline === part.ok) $payment.set({ ...state, isOffline: !part.ok });
  }
  schedulePoll();
}

/** A card is not polled here: two requests at once could be two payments. */
function pollNow(): void {
  if (document.hidden || $payment.get().step !== 'waiting') return;
  pollDelay = FIRST_POLL_MS.pix;
  clearTimeout(timer);
  void runPoll();
}

function listen(): void {
  if (listens) return;
  listens = true;
  document.addEventListener('visibilitychange', pollNow);
  addEventListener('online', pollNow);
  addEventListener('offline', () => {
    const state = $payment.get();
    if (state.step === 'waiting') $payment.set({ ...state, isOffline: true });
  });
}

function refuse({ detail, fields }: Failure, otherwise: string): void {
  clearTimeout(timer);
  $payment.set({ step: 'refused', problem: detail || otherwise, fields: fields ?? {} });
}
