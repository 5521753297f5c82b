import { DAY_MS } from '#lib/rules/time/spans.ts';
import type { Db } from '../../core/db/connection.ts';

/**
 * The bank may still report a payment of a code: a Pix, a boleto or a page for a card, which the payer carries out elsewhere,
 * until `expira_em`. What the portal carries out itself has no such time.
 */
const UNSETTLED = ['criando', 'ativa', 'removida'] as const;

/**
 * Ends one unpaid code: `expirada` by the provider's word, `removida` by ours alone. For `removida` we ask the
 * provider once more, since a bank may still have taken the money.
 */
export async function endCode(tx: Db, chargeId: number, status: 'expirada' | 'removida'): Promise<void> {
  await tx
    .updateTable('charges')
    .set({ status, chave: null })
    .where('id', '=', chargeId)
    .where('expira_em', 'is not', null)
    .where('status', 'in', [...UNSETTLED])
    .execute();
}

/** Ends the other running codes of bills: two that are paid would pay a bill twice. */
export async function endOtherCodes(tx: Db, chargeId: number | null, parcelaIds: readonly number[]): Promise<void> {
  await tx
    .updateTable('charges')
    .set({ status: 'removida', chave: null })
    .where('expira_em', 'is not', null)
    .where('status', 'in', ['criando', 'ativa'])
    .where('id', '!=', chargeId ?? 0)
    .where('id', 'in', (query) =>
      query
        .selectFrom('charge_items')
        .select('charge_id')
        .where('parcela_id', 'in', [...parcelaIds]),
    )
    .execute();
}

/** After this time we stop waiting for a bank that never reports a code's result. */
const SILENT_MS = DAY_MS;

/**
 * Looks for later codes of a bill than some charge, which may still be paid or may be paid without our knowledge.
 * Removed codes count too, since a bank takes them until they expire.
 *
 * @returns when the last one expires or expired; null without one
 */
export async function openCodeUntil(tx: Db, parcelaId: number, afterCharge: number, at: Date): Promise<Date | null> {
  const found = await tx
    .selectFrom('charges')
    .innerJoin('charge_items', 'charge_items.charge_id', 'charges.id')
    .select(({ fn }) => fn.max('charges.expira_em').as('until'))
    .where('charge_items.parcela_id', '=', parcelaId)
    .where('charges.id', '>', afterCharge)
    .where('charges.status', 'in', [...UNSETTLED])
    .where('charges.expira_em', '>', new Date(at.getTime() - SILENT_MS).toISOString())
    .executeTakeFirst();
  return found?.until ? new Date(found.until) : null;
}
