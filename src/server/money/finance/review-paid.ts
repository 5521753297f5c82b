import { HOUR_MS } from '#lib/rules/time/spans.ts';
import { oneByOne } from '../../core/db/in-batches.ts';
import type { School } from '../../core/http/ctx.ts';
import { ProviderSilent } from '../../core/ports/payments/provider.ts';
import { providerNamed } from './accounts.ts';
import { nextReview } from './charge.ts';
import { askAbout } from './follow-up.ts';
import type { ChargeRow } from './queries.ts';
import { settleCharge } from './settle-charge.ts';

const BATCH = 10;
/** The pause after a provider that did not answer. */
const RETRY_MS = HOUR_MS;

/** Queries paid charges that are due for a check. One process claims each, and sets the next time before the query. */
export async function reviewPaidCharges(school: School): Promise<void> {
  const { db, now, log } = school;
  const at = now();
  const rows = await db
    .selectFrom('charges')
    .selectAll()
    .where('rever_em', 'is not', null)
    .where('rever_em', '<=', at.toISOString())
    .orderBy('rever_em')
    .limit(BATCH)
    .execute();
  await oneByOne(log, rows, { job: 'reviewPaidCharges', idOf: ({ id }) => id }, (row) => review(school, row, at));
}

async function review(school: School, charge: ChargeRow, at: Date): Promise<void> {
  const { db, log } = school;
  const set = (next: Date | null) =>
    db
      .updateTable('charges')
      .set({ rever_em: next?.toISOString() ?? null })
      .where('id', '=', charge.id);
  const next = nextReview(charge, new Date(charge.pago_em ?? charge.criada_em), at);
  const taken = await set(next).where('rever_em', '=', charge.rever_em).returning('id').executeTakeFirst();
  const provider = taken ? await providerNamed(school, charge.provider) : null;
  if (!provider) return;
  try {
    const state = await askAbout(provider, charge);
    if (state?.status === 'paga') await settleCharge(school, charge, state, at);
  } catch (error) {
    if (!(error instanceof ProviderSilent)) throw error;
    await set(new Date(at.getTime() + RETRY_MS)).execute();
    log.warn({ txid: charge.txid, reason: error.message }, 'no answer about a paid charge: it is asked about again');
  }
}
