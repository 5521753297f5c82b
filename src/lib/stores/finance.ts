import { partOf } from '#lib/api/part.ts';
import { financeMessages } from '#lib/words/finance.ts';
import { query } from './operations.ts';

/** A link by which somebody else can pay this bill without a login, or why there is none. */
export async function linkFor(bill: number): Promise<{ url: string; expira_em: string } | { problem: string }> {
  const part = await partOf(query('finance.getPaymentLink', { parcela_id: bill }));
  return part.ok ? part.data : { problem: part.detail || financeMessages.noLink };
}
