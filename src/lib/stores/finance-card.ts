import { atom } from 'nanostores';
import { partOf } from '#lib/api/part.ts';
import type { CardPayment } from '#lib/contract/finance.schema.ts';
import type { CardValues } from '#lib/rules/finance/card-form.ts';
import { financeMessages } from '#lib/words/finance.ts';
import { $due } from './finance-due.ts';
import { updateShared } from './shared.ts';

/** What the screen needs of a card payment, for any kind of bill. */
export type CardOutcome = Pick<CardPayment, 'status' | 'total_centavos' | 'motivo' | 'recibo_url' | 'tentar_de_novo'> &
  Partial<CardPayment>;

export interface CardSource {
  /** Safe to repeat with the same card: it never charges twice. @throws ApiError */
  pay(values: CardValues): Promise<CardOutcome>;
}

export type CardState =
  | { step: 'form'; problem: string | null; fields: Readonly<Record<string, string>> }
  | { step: 'paying' }
  | { step: 'reviewing'; outcome: CardOutcome }
  | { step: 'paid'; outcome: CardOutcome };

/** The card payment on this page. */
export const $card = atom<CardState>({ step: 'form', problem: null, fields: {} });

const SHORTEST_MS = 4_000;
const MAX_MS = 15_000;
const GROWTH = 1.25;

let pause = SHORTEST_MS;

/** Pays. If the card is refused, `$card` says why and keeps the form. While the bank decides, it asks again. */
export async function payByCard(source: CardSource, values: CardValues): Promise<undefined> {
  $card.set({ step: 'paying' });
  pause = SHORTEST_MS;
  const part = await partOf(source.pay(values));
  if (part.ok) showOutcome(source, values, part.data);
  else $card.set({ step: 'form', problem: part.detail || financeMessages.cardUnanswered, fields: part.fields ?? {} });
}

function showOutcome(source: CardSource, values: CardValues, outcome: CardOutcome): void {
  if (outcome.status === 'aprovado') {
    $card.set({ step: 'paid', outcome });
    updateShared($due, null);
  } else if (outcome.status === 'recusado') {
    const { motivo, tentativas_restantes: left } = outcome;
    const words = [
      motivo ?? financeMessages.declined(null),
      typeof left === 'number' && financeMessages.triesLeft(left),
    ];
    $card.set({ step: 'form', problem: words.filter(Boolean).join(' '), fields: {} });
  } else {
    $card.set({ step: 'reviewing', outcome });
    askLater(source, values);
  }
}

function askLater(source: CardSource, values: CardValues): void {
  setTimeout(() => void askAgain(source, values), pause);
  pause = Math.min(MAX_MS, pause * GROWTH);
}

/** The same intent again: it gets the result of the first one. */
async function askAgain(source: CardSource, values: CardValues): Promise<void> {
  const state = $card.get();
  if (state.step !== 'reviewing') return;
  // The question carries the card data: a hidden tab does not send it.
  if (document.hidden) {
    askLater(source, values);
    return;
  }
  const outcome = await source.pay(values).catch(() => state.outcome);
  if ($card.get() === state) showOutcome(source, values, outcome);
}
