import { api } from '#lib/api/browser.ts';
import type { CardPayment } from '#lib/contract/finance.schema.ts';
import { payWithCard } from '#lib/contract/finance.ts';
import type { Paying } from '#lib/forms/finance/pix.ts';
import { cardInput } from '#lib/rules/finance/card-form.ts';
import type { CardSource } from './finance-card.ts';
import { endIntent, sendCard } from './intent.ts';

/** A card payment of one bill. A refused card ends the intent: the next try is another one. */
export function cardOf({ bills: [bill = 0], link }: Paying): CardSource {
  const intent = `card:${bill}`;
  return {
    async pay(values) {
      const body = { ...cardInput(values), save_card: false };
      const payment: CardPayment = await sendCard(intent, (idempotencyKey) =>
        api(payWithCard, { params: { id: bill }, query: { assinatura: link }, body }, { idempotencyKey }),
      );
      if (payment.status !== 'em_analise') endIntent(intent);
      return payment;
    },
  };
}
