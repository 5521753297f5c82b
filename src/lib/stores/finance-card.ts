import { api } from '#lib/api/browser.ts';
import { ApiError } from '#lib/api/client.ts';
import { type CardValues, cardInput } from '#lib/card-form.ts';
import type { CardPayment } from '#lib/contract/finance.schema.ts';
import { payWithCard } from '#lib/contract/finance.ts';
import type { CardSource } from './card-payment.ts';
import type { Paying } from './finance.ts';
import { endIntent, intentKey } from './intent.ts';

/** A card payment of one bill. A card that was refused ends the intent: the next try is another one. */
export function cardOf({ bills: [bill = 0], link }: Paying): CardSource {
  const intent = `card:${bill}`;
  const send = (values: CardValues): Promise<CardPayment> =>
    api(
      payWithCard,
      { params: { id: bill }, query: { assinatura: link }, body: { ...cardInput(values), save_card: false } },
      { idempotencyKey: intentKey(intent) },
    );
  return {
    async pay(values) {
      const payment = await send(values).catch((error) => {
        // Another card than the one whose answer got lost: the bill itself keeps it from being paid twice.
        if (!(error instanceof ApiError) || error.code !== 'key_reused') throw error;
        endIntent(intent);
        return send(values);
      });
      if (payment.status !== 'em_analise') endIntent(intent);
      return payment;
    },
  };
}
