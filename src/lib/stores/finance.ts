import { api } from '#lib/api/browser.ts';
import { partOf } from '#lib/api/part.ts';
import { getPaymentLink } from '#lib/contract/finance.ts';
import { type Paying, pixOf } from '#lib/forms/finance/pix.ts';
import { financeMessages } from '#lib/words/finance.ts';
import type { PixSource } from './finance-pix.ts';

/** The Pix of some bills: one code for all of them. */
export const pixFor = (paying: Paying): PixSource => ({
  open: () => pixOf(api, paying),
  look: ({ txid }) => pixOf(api, paying, txid),
});

/** An address where somebody else pays this bill, without a login, or why there is none. */
export async function linkFor(bill: number): Promise<{ url: string; expira_em: string } | { problem: string }> {
  const part = await partOf(api(getPaymentLink, { params: { parcela_id: bill } }));
  return part.ok ? part.data : { problem: part.detail || financeMessages.noLink };
}
