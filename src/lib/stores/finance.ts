import { api } from '#lib/api/browser.ts';
import { ApiError } from '#lib/api/client.ts';
import { type CardValues, cardInput } from '#lib/card-form.ts';
import type { CardPayment } from '#lib/contract/finance.schema.ts';
import { getPaymentLink, payWithCard, payWithPix } from '#lib/contract/finance.ts';
import { financeMessages } from '#lib/messages/finance.ts';
import type { CardSource } from './card-payment.ts';
import { endIntent, intentKey } from './intent.ts';
import type { PixSource } from './pix-payment.ts';

/** Which bills, and the link that stands for a login where there is none. */
export interface Paying {
  bills: number[];
  link?: string;
}

/** The Pix of some bills: one code for all of them. */
export function pixOf({ bills: [first = 0, ...others], link }: Paying): PixSource {
  const com = others.length > 0 ? others.join(',') : undefined;
  const ask = (txid?: string) => api(payWithPix, { params: { id: first }, query: { com, txid, assinatura: link } });
  return { open: () => ask(), look: ({ txid }) => ask(txid) };
}

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

/** An address where somebody else pays this bill, without a login, or why there is none. */
export async function linkFor(bill: number): Promise<{ url: string; expira_em: string } | { problem: string }> {
  try {
    return await api(getPaymentLink, { params: { parcela_id: bill } });
  } catch (error) {
    return { problem: (error instanceof ApiError && error.detail) || financeMessages.noLink };
  }
}
