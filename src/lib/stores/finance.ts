import { api } from '#lib/api/browser.ts';
import { partOf } from '#lib/api/part.ts';
import { getPaymentLink } from '#lib/contract/finance.ts';
import { financeMessages } from '#lib/words/finance.ts';

/** An address where somebody else pays this bill, without a login, or why there is none. */
export async function linkFor(bill: number): Promise<{ url: string; expira_em: string } | { problem: string }> {
  const part = await partOf(api(getPaymentLink, { params: { parcela_id: bill } }));
  return part.ok ? part.data : { problem: part.detail || financeMessages.noLink };
}
