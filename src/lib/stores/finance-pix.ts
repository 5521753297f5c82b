import { atom } from 'nanostores';
import { type Failure, isDecided, partOf } from '#lib/api/part.ts';
import type { Cobranca } from '#lib/contract/finance.schema.ts';
import { financeMessages } from '#lib/words/finance.ts';
import { $due } from './finance-due.ts';
import { updateShared } from './shared.ts';

export type PixState =
  | { step: 'asking' }
  | { step: 'waiting'; charge: PixCharge; isOffline: boolean }
  | { step: 'paid'; charge: PixCharge }
  | { step: 'expired' }
  | { step: 'failed'; message: string };

/** What the screen needs of a Pix charge, from any source. */
export type PixCharge = Pick<
  Cobranca,
  'br_code' | 'qr_svg_url' | 'valor_centavos' | 'expira_em' | 'status' | 'pago_em'
> & { txid?: string };

/** How to make a charge, and how to ask about it. */
export interface PixSource {
  open(): Promise<PixCharge>;
  look(charge: PixCharge): Promise<PixCharge>;
}

/** The Pix on this page. */
export const $pix = atom<PixState>({ step: 'asking' });

const SHORTEST_MS = 3_000;
const MAX_MS = 15_000;
const GROWTH = 1.25;

let timer: ReturnType<typeof setTimeout> | undefined;
let source: PixSource | undefined;
let pause = SHORTEST_MS;
let listens = false;

/**
 * Makes a code, or takes the one that came with the page. It asks every 3 seconds, later every 15, whether it was paid,
 * and at once when the tab or the network comes back.
 */
export async function startPix(from: PixSource, known?: PixCharge): Promise<void> {
  source = from;
  listen();
  if (known) {
    show(known);
    return;
  }
  $pix.set({ step: 'asking' });
  const part = await partOf(from.open());
  if (part.ok) show(part.data);
  else fail(part);
}

/** A new code after the old one has expired. */
export const renewPix = () => (source ? startPix(source) : Promise.resolve());

export function stopPix(): void {
  clearTimeout(timer);
  source = undefined;
}

function show(charge: PixCharge): void {
  clearTimeout(timer);
  if (charge.status === 'CONCLUIDA') {
    // A charge that came with the page is in its figures.
    if ($pix.get().step === 'waiting') updateShared($due, null);
    $pix.set({ step: 'paid', charge });
    return;
  }
  if (charge.status !== 'ATIVA') {
    $pix.set({ step: 'expired' });
    return;
  }
  $pix.set({ step: 'waiting', charge, isOffline: !navigator.onLine });
  pause = SHORTEST_MS;
  lookLater();
}

function lookLater(): void {
  clearTimeout(timer);
  timer = setTimeout(() => void look(), pause);
  pause = Math.min(MAX_MS, pause * GROWTH);
}

async function look(): Promise<void> {
  const state = $pix.get();
  if (state.step !== 'waiting' || !source) return;
  if (document.hidden) return;
  const part = await partOf(source.look(state.charge));
  if ($pix.get() !== state) return;
  if (part.ok && part.data.status !== 'ATIVA') show(part.data);
  else if (!part.ok && isDecided(part)) fail(part);
  else {
    // Without an answer the code stays valid: only the news is missing.
    const isOffline = !part.ok;
    if (state.isOffline !== isOffline) $pix.set({ ...state, isOffline });
    lookLater();
  }
}

function lookNow(): void {
  if (document.hidden) return;
  pause = SHORTEST_MS;
  clearTimeout(timer);
  void look();
}

function listen(): void {
  if (listens) return;
  listens = true;
  document.addEventListener('visibilitychange', lookNow);
  addEventListener('online', lookNow);
  addEventListener('offline', () => {
    const state = $pix.get();
    if (state.step === 'waiting') $pix.set({ ...state, isOffline: true });
  });
}

function fail({ detail }: Failure): void {
  clearTimeout(timer);
  $pix.set({ step: 'failed', message: detail || financeMessages.bankSilent });
}
