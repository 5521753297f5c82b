import { DAY_MS } from '#lib/rules/time/spans.ts';
import type { Db } from '../db/connection.ts';
import type { School } from '../http/ctx.ts';
import type { ChargeState } from '../ports/payments/provider.ts';
import { askRefund } from './ask-refund.ts';
import { billColumns, purposeOf } from './bill-kinds.ts';
import { type ChargeRow, chargeById, holdBills, itemsOf, type ParcelaRow } from './queries.ts';

/**
 * Writes down the provider's result of a charge. The provider's word wins. Each result counts once, in any order and
 * however often it arrives.
 *
 * Paid: its bills are paid; money for bills that were paid or cancelled before goes back. Refused: the bills that the
 * card held are open again. Expired: its code ends.
 *
 * @returns the charge with the result.
 */
export async function settleCharge(
  school: School,
  charge: ChargeRow,
  state: ChargeState,
  at: Date,
): Promise<ChargeRow> {
  return school.db.transaction().execute(async (tx) => {
    const items = await itemsOf(tx, charge.id);
    // Bills first, in order: see holdBills.
    const ids = items.map(({ parcela_id }) => parcela_id);
    const bills = await holdBills(tx, charge.user_id, ids);
    if (state.status === 'paga') await settlePaid(school, tx, charge, { items, bills }, state, at);
    else if (state.status === 'recusada') await settleRefused(tx, charge, state);
    else if (state.status === 'expirada') await endCode(tx, charge.id, 'expirada');
    else await settlePending(tx, charge, state);
    return (await chargeById(tx, charge.id)) ?? charge;
  });
}

/** Writes down that a charge is paid, inside a transaction that holds its bills. It counts once. */
export async function settlePaid(
  { customers }: Pick<School, 'customers'>,
  tx: Db,
  charge: ChargeRow,
  { items, bills }: { items: Awaited<ReturnType<typeof itemsOf>>; bills: readonly ParcelaRow[] },
  state: ChargeState,
  at: Date,
): Promise<void> {
  const paidAt = (state.paidAt ?? at).toISOString();
  const isNews = await tx
    .updateTable('charges')
    .set({ status: 'paga', chave: null, pago_em: paidAt, motivo: null, ...cardWords(charge, state) })
    .where('id', '=', charge.id)
    .where('status', '!=', 'paga')
    .returning('id')
    .executeTakeFirst();
  if (!isNews) return;
  for (const { parcela_id, valor_centavos } of items) {
    const paid = await tx
      .updateTable('parcelas')
      .set({ status: 'paga', pago_em: paidAt, forma: charge.forma, charge_id: charge.id })
      .where('id', '=', parcela_id)
      .where('status', 'in', ['aberta', 'em_processamento'])
      .returning(Object.values(billColumns))
      .executeTakeFirst();
    if (!paid) {
      const isCancelled = bills.some(({ id, status }) => id === parcela_id && status === 'cancelada');
      const motivo = isCancelled ? 'ja_cancelado' : 'em_duplicidade';
      await askRefund(tx, { chargeId: charge.id, parcelaId: parcela_id, centavos: valor_centavos, motivo }, at);
      continue;
    }
    const sold = purposeOf(paid);
    if (sold)
      await customers.bills[sold.kind].onPaid(tx, sold.id, { at, forma: charge.forma, parcelas: charge.parcelas });
    await endOtherCodes(tx, charge.id, [parcela_id]);
  }
}

async function settleRefused(tx: Db, charge: ChargeRow, state: ChargeState): Promise<void> {
  const isNews = await tx
    .updateTable('charges')
    .set({ status: 'recusada', chave: null, motivo: state.reason ?? 'nao_autorizado', ...cardWords(charge, state) })
    .where('id', '=', charge.id)
    .where('status', 'in', ['criando', 'em_analise'])
    .returning('id')
    .executeTakeFirst();
  if (!isNews) return;
  await tx
    .updateTable('parcelas')
    .set({ status: 'aberta', charge_id: null })
    .where('charge_id', '=', charge.id)
    .where('status', '=', 'em_processamento')
    .execute();
}

async function settlePending(tx: Db, charge: ChargeRow, state: ChargeState): Promise<void> {
  if (charge.forma !== 'cartao' || charge.expira_em !== null) return;
  await tx
    .updateTable('charges')
    .set({ status: 'em_analise', ...cardWords(charge, state) })
    .where('id', '=', charge.id)
    .where('status', '=', 'criando')
    .execute();
}

const cardWords = (charge: ChargeRow, { brand, last4, authorization, nsu }: ChargeState) => ({
  bandeira: brand ?? charge.bandeira,
  final: last4 ?? charge.final,
  codigo_autorizacao: authorization ?? charge.codigo_autorizacao,
  nsu: nsu ?? charge.nsu,
});

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
