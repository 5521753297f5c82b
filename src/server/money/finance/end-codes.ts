import { oneByOne } from '../../core/db/in-batches.ts';
import type { School } from '../../core/http/ctx.ts';
import { accountKinds } from '../../core/ports/payments/account-settings.ts';
import { ProviderSilent } from '../../core/ports/payments/provider.ts';
import { providerNamed } from './accounts.ts';

const BATCH = 20;
const MAX_BATCHES = 10;

/**
 * Tells banks which Pix codes and boletos nobody should pay any more, since another code, a card or the office took their place. A
 * bank that does not hear it keeps the code until its time: then the money goes back (`settleCharge`). An account that
 * does not answer, or cannot be opened, is left alone for the rest of the run.
 */
export async function endCodes(school: School): Promise<void> {
  const silent = new Set<string>();
  let after = 0;
  for (let batch = 0; batch < MAX_BATCHES; batch += 1) {
    const rows = await endedCodes(school, after, silent);
    await oneByOne(school.log, rows, { job: 'endCodes', idOf: ({ id }) => id }, async (row) => {
      if (!silent.has(row.provider) && !(await endCode(school, row))) silent.add(row.provider);
    });
    if (rows.length < BATCH) return;
    after = rows.at(-1)?.id ?? after;
  }
}

const endedCodes = ({ db, now }: School, after: number, silent: ReadonlySet<string>) =>
  db
    .selectFrom('charges')
    .select(['id', 'txid', 'provider'])
    .where('status', '=', 'removida')
    .where('fim_avisado_em', 'is', null)
    .where(({ or, eb }) => or(accountKinds.map((kind) => eb('provider', 'like', `${kind}-%`))))
    .where('provider', 'not in', ['', ...silent])
    .where('expira_em', '>', now().toISOString())
    .where('id', '>', after)
    .orderBy('id')
    .limit(BATCH)
    .execute();

/** @returns whether the bank heard it */
async function endCode(school: School, { id, txid, provider: name }: { id: number; txid: string; provider: string }) {
  const { db, now, log } = school;
  const provider = await providerNamed(school, name);
  if (!provider) return false;
  try {
    await provider.endCharge?.(txid);
  } catch (error) {
    if (!(error instanceof ProviderSilent)) throw error;
    log.warn({ txid, reason: error.message }, 'a bank did not hear that a code ended');
    return false;
  }
  await db.updateTable('charges').set({ fim_avisado_em: now().toISOString() }).where('id', '=', id).execute();
  return true;
}
