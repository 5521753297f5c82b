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
import { $due } from './finance-due.ts';
import { query } from './operations.ts';
import { updateShared } from './shared.ts';

/** How to make a Pix charge, and how to ask about it. */
export interface PixSource {
  open(): Promise<PixCharge>;
  look(charge: PixCharge): Promise<PixCharge>;
}

/** Pays by one card. Safe to repeat: it never charges twice. @throws ApiError */
export type PayCard = () => Promise<CardOutcome>;

/** The payment on this page: of any kind, by Pix or by card. */
export const $payment = atom<PaymentState>({ step: 'idle' });

/** How long after a code or a card was sent it is asked about first. */
const FIRST_MS = { pix: 3_000, card: 4_000 };
const MAX_MS = 15_000;
const GROWTH = 1.25;

let timer: ReturnType<typeof setTimeout> | undefined;
let pause = FIRST_MS.pix;
let question: (() => Promise<PaymentState>) | undefined;
let source: PixSource | undefined;
let listens = false;

/** The Pix of bills is one code for all of them. That of an exchange begins and ends with its quote. */
export function pixOfPayable(payable: Payable): PixSource {
  if (payable.kind === 'bills') {
    return { open: () => pixOf(api, payable), look: ({ txid }) => pixOf(api, payable, txid) };
  }
  const look = async () => chargeOf(await query('exchange.getExchangePayment', { id: payable.payment }));
  return { open: look, look };
}

/**
 * Makes a code, or takes the one that came with the page. It asks every 3 seconds, later every 15, whether it was paid,
 * and at once when the tab or the network comes back.
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

/** A new code after the old one has expired. */
export const renewPix = () => (source ? startPix(source) : Promise.resolve());

export function stopPix(): void {
  clearTimeout(timer);
  source = undefined;
  question = undefined;
}

/** Pays. A refused card keeps its form, and the store says why. While the bank decides, it asks again. */
export async function payByCard(card: PayCard): Promise<undefined> {
  $payment.set({ step: 'sending' });
  // The same intent each time: it gets the result of the first one.
  const pay = () => card().then(stateOfCard);
  const part = await partOf(pay());
  if (part.ok) show(part.data, FIRST_MS.card, pay);
  else refuse(part, financeMessages.cardUnanswered);
}

function showCharge(charge: PixCharge): void {
  const from = source;
  const look = from && (() => from.look(charge).then((fresh) => stateOfCharge(fresh)));
  show(stateOfCharge(charge, navigator.onLine), FIRST_MS.pix, look);
}

/** @param first how long it waits before it asks what became of it */
function show(state: PaymentState, first = MAX_MS, ask?: () => Promise<PaymentState>): void {
  clearTimeout(timer);
  // What was paid before the page came is in its figures.
  if (state.step === 'paid' && $payment.get().step !== 'idle') updateShared($due, null);
  $payment.set(state);
  question = ask;
  pause = first;
  if (isOpen(state)) askLater();
}

const isOpen = ({ step }: PaymentState) => step === 'waiting' || step === 'reviewing';

function askLater(): void {
  clearTimeout(timer);
  timer = setTimeout(() => void askAgain(), pause);
  pause = Math.min(MAX_MS, pause * GROWTH);
}

async function askAgain(): Promise<void> {
  const state = $payment.get();
  if (!question || !isOpen(state)) return;
  // A hidden tab asks nothing: the question about a card carries its data.
  if (document.hidden) return askLater();
  const part = await partOf(question());
  if ($payment.get() !== state) return;
  if (part.ok && part.data.step !== state.step) return show(part.data);
  if (state.step === 'waiting') {
    if (!part.ok && isDecided(part)) return refuse(part, financeMessages.bankSilent);
    // Without an answer the code stays valid: only the news is missing.
    if (state.isOffline === part.ok) $payment.set({ ...state, isOffline: !part.ok });
  }
  askLater();
}

/** A card is not asked about here: two questions at once could be two payments. */
function lookNow(): void {
  if (document.hidden || $payment.get().step !== 'waiting') return;
  pause = FIRST_MS.pix;
  clearTimeout(timer);
  void askAgain();
}

function listen(): void {
  if (listens) return;
  listens = true;
  document.addEventListener('visibilitychange', lookNow);
  addEventListener('online', lookNow);
  addEventListener('offline', () => {
    const state = $payment.get();
    if (state.step === 'waiting') $payment.set({ ...state, isOffline: true });
  });
}

function refuse({ detail, fields }: Failure, otherwise: string): void {
  clearTimeout(timer);
  $payment.set({ step: 'refused', problem: detail || otherwise, fields: fields ?? {} });
}
