import { api } from '#lib/api/browser.ts';
import { ApiError } from '#lib/api/client.ts';
import { getPaymentLink, payWithPix } from '#lib/contract/finance.ts';
import { financeMessages } from '#lib/words/finance.ts';
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

/** An address where somebody else pays this bill, without a login, or why there is none. */
export async function linkFor(bill: number): Promise<{ url: string; expira_em: string } | { problem: string }> {
  try {
    return await api(getPaymentLink, { params: { parcela_id: bill } });
  } catch (error) {
    return { problem: (error instanceof ApiError && error.detail) || financeMessages.noLink };
  }
}
