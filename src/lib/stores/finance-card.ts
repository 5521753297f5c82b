import { api } from '#lib/api/browser.ts';
import { payWithCard } from '#lib/contract/finance.ts';
import type { cardInput } from '#lib/rules/finance/card-form.ts';
import type { PayableBills } from '#lib/rules/finance/payment-state.ts';
import type { PayCard } from './finance-payment.ts';
import { endIntent, sendCard } from './intent.ts';

/** A card payment of one bill. A declined card ends the intent: the next attempt is a new one. */
export function cardOfBill({ bills: [bill = 0], link }: PayableBills, card: ReturnType<typeof cardInput>): PayCard {
  const intent = `card:${bill}`;
  const body = { ...card, save_card: false };
  return async () => {
    const payment = await sendCard(intent, (idempotencyKey) =>
      api(payWithCard, { params: { id: bill }, query: { assinatura: link }, body }, { idempotencyKey }),
    );
    if (payment.status !== 'em_analise') endIntent(intent);
    return payment;
  };
}
