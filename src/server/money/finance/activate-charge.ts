import type { Updateable } from 'kysely';
import { financeMessages } from '#lib/words/finance.ts';
import type { School } from '../../core/http/ctx.ts';
import { conflict, unavailable } from '../../core/http/refusal.ts';
import { ProviderSilent } from '../../core/ports/payments/provider.ts';
import type { Schema } from '../../tables.ts';
import { type ChargeRow, chargeById } from './queries.ts';

/** What a charge is paid with: the code of a Pix, a boleto or a page for a card. */
type Means = Pick<
  Updateable<Schema['charges']>,
  'br_code' | 'linha_digitavel' | 'codigo_barras' | 'boleto_url' | 'pagina_url'
>;

/**
 * Asks the provider what a new charge is paid with, and keeps it. Two requests with one reference give one code, so a
 * process that died here leaves nothing behind.
 *
 * @throws Refusal 409 if the charge ended meanwhile, 503 without the provider, and what `ask` throws
 */
export async function activateCharge(
  { db, log }: School,
  charge: ChargeRow,
  ask: () => Promise<Means>,
): Promise<ChargeRow> {
  try {
    await db
      .updateTable('charges')
      .set({ status: 'ativa', ...(await ask()) })
      .where('id', '=', charge.id)
      .where('status', '=', 'criando')
      .execute();
    const made = await chargeById(db, charge.id);
    // Somebody cancelled the bill, or chose another form, while the provider was asked.
    if (made?.status !== 'ativa' && made?.status !== 'paga')
      throw conflict(financeMessages.endedMeanwhile, 'charge_ended');
    return made;
  } catch (error) {
    if (!(error instanceof ProviderSilent)) throw error;
    log.warn({ txid: charge.txid, forma: charge.forma, reason: error.message }, 'the provider opened no charge');
    throw unavailable(financeMessages.bankSilent);
  }
}
