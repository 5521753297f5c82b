import type { Client } from '#lib/api/client.ts';
import type { Cobranca } from '#lib/contract/finance.schema.ts';
import { payWithPix } from '#lib/contract/finance.ts';
import type { PayableBills } from '#lib/rules/finance/payment-state.ts';
import type { Verb } from '../submit.ts';

type Paying = Omit<PayableBills, 'kind'>;

/** One Pix code for some bills. @param txid of a code to query again @throws ApiError */
export function pixOf(api: Client, { bills, link }: Paying, txid?: string): Promise<Cobranca> {
  const [first = 0, ...others] = bills;
  const com = others.length > 0 ? others.join(',') : undefined;
  return api(payWithPix, { params: { id: first }, query: { com, txid, assinatura: link } });
}

/** Requests a Pix code without a script. */
export const askForPix =
  (paying: Paying): Verb<Cobranca> =>
  async ({ api }) => ({ done: await pixOf(api, paying) });
