import { oneByOne } from '../db/in-batches.ts';
import type { School } from '../http/ctx.ts';
import { accountKinds } from '../ports/payments/account-settings.ts';
import { ProviderSilent } from '../ports/payments/provider.ts';
import { providerNamed } from './accounts.ts';

const BATCH = 20;

/**
 * Tells banks which Pix codes nobody should pay any more, since another code, a card or the office took their place. A
 * bank that does not hear it keeps the code until its time: then the money goes back (`settleCharge`).
 */
export async function endCodes(school: School): Promise<void> {
  const { db, now, log } = school;
  const rows = await db
    .selectFrom('charges')
    .select(['id', 'txid', 'provider'])
    .where('status', '=', 'removida')
    .where('fim_avisado_em', 'is', null)
    .where(({ or, eb }) => or(accountKinds.map((kind) => eb('provider', 'like', `${kind}-%`))))
    .where('expira_em', '>', now().toISOString())
    .orderBy('id')
    .limit(BATCH)
    .execute();
  await oneByOne(log, rows, { job: 'endCodes', idOf: ({ id }) => id }, async ({ id, txid, provider: name }) => {
    const provider = await providerNamed(school, name);
    try {
      await provider?.endPix?.(txid);
    } catch (error) {
      if (!(error instanceof ProviderSilent)) throw error;
      log.warn({ txid, reason: error.message }, 'a bank did not hear that a code ended');
      return;
    }
    await db.updateTable('charges').set({ fim_avisado_em: now().toISOString() }).where('id', '=', id).execute();
  });
}
