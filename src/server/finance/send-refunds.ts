import { oneByOne } from '../db/in-batches.ts';
import type { School } from '../http/ctx.ts';
import { ProviderSilent } from '../ports/payments/provider.ts';

const BATCH = 20;

/** Sends the requested refunds. A refund's reference keeps two processes from sending it twice. */
export async function sendRefunds({ db, ports, now, log }: School): Promise<void> {
  const { provider } = ports.payments;
  if (!provider) return;
  const rows = await db
    .selectFrom('refunds')
    .innerJoin('charges', 'charges.id', 'refunds.charge_id')
    .select(['refunds.id', 'refunds.valor_centavos', 'charges.txid'])
    .where('refunds.status', '=', 'pedida')
    .where('charges.provider', '=', provider.name)
    .orderBy('refunds.id')
    .limit(BATCH)
    .execute();
  await oneByOne(log, rows, { job: 'sendRefunds', idOf: ({ id }) => id }, async ({ id, valor_centavos, txid }) => {
    try {
      await provider.refund({ reference: `refund-${id}`, charge: txid, amount: valor_centavos });
    } catch (error) {
      if (!(error instanceof ProviderSilent)) throw error;
      log.warn({ txid, reason: error.message }, 'no answer to a refund: it is sent again');
      return;
    }
    await db
      .updateTable('refunds')
      .set({ status: 'feita', feita_em: now().toISOString() })
      .where('id', '=', id)
      .where('status', '=', 'pedida')
      .execute();
  });
}
