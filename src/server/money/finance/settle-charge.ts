import { MINUTE_MS } from '#lib/rules/time/spans.ts';
import { officeMessages } from '#lib/words/finance-office.ts';
import type { Db } from '../../core/db/connection.ts';
import type { School } from '../../core/http/ctx.ts';
import type { ChargeState } from '../../core/ports/payments/provider.ts';
import { amountDue, lateFeeBasisOf } from './amount-due.ts';
import { billColumns, purposeOf } from './bill-kinds.ts';
import { nextReview } from './charge.ts';
import { COUNTER } from './counter.ts';
import { endReminders } from './end-reminders.ts';
import { noteReturns } from './note-returns.ts';
import { countPart, notifyOfLess, notifyOfPart } from './part-payment.ts';
import { notifyOfChange, sharePayment } from './payer.ts';
import { endCode, endOtherCodes } from './pix.ts';
import { type ChargeRow, chargeById, holdBills, itemsOf, type ParcelaRow, parcelaById } from './queries.ts';
import { askRefund, netPaymentsOf, type RefundWish } from './refund.ts';

/** Max. difference between a bank's clock and ours. Beyond it the bank's time is in another zone. */
const CLOCKS_DIFFER_MS = 10 * MINUTE_MS;

/**
 * Records the provider's result of a charge, which is authoritative. Each result counts once, in any order and however often it
 * arrives.
 *
 * Paid: its bills are paid, as far as the money suffices; money for bills that were already paid or cancelled, and any excess, is
 * returned, also when it comes later by the same charge (0029). Money returned outside the portal is recorded (0029). Refused:
 * the bills that the card held are open again. Expired: its code ends.
 *
 * @param isEntry the result is one payment of the provider's list, and the charge may have more of them: it counts for a charge
 *   that is not paid yet, and does not change the amounts of a paid one
 * @returns the charge with the result.
 */
export async function settleCharge(
  school: School,
  charge: ChargeRow,
  state: ChargeState,
  at: Date,
  { isEntry = false }: { isEntry?: boolean } = {},
): Promise<ChargeRow> {
  return school.db.transaction().execute(async (tx) => {
    // Bills first, in order: see holdBills. Another transaction may have changed their partial payments.
    const ids = (await itemsOf(tx, charge.id)).map(({ parcela_id }) => parcela_id);
    const bills = await holdBills(tx, null, ids);
    const items = await itemsOf(tx, charge.id);
    if (state.status === 'paga') {
      const paidAt = likelyHour(state.paidAt ?? at, charge, at);
      const isNews = await settlePaid(school, tx, charge, { items, bills }, { ...state, paidAt }, at);
      const isSum = isNews || !isEntry;
      if (!isNews && isSum) await compareReceived(school, tx, charge, { items, bills }, { ...state, paidAt }, at);
      if (state.returned && isSum) await noteReturns(school, tx, charge, state.returned, at);
    } else if (state.status === 'recusada') await settleRefused(tx, charge, state);
    else if (state.status === 'expirada') await endCode(tx, charge.id, 'expirada');
    else await settlePending(tx, charge, state);
    return (await chargeById(tx, charge.id)) ?? charge;
  });
}

/** A payment is neither older than its charge nor in the future: such a time is in another zone. */
function likelyHour(paidAt: Date, { criada_em }: ChargeRow, at: Date): Date {
  const made = new Date(criada_em);
  if (paidAt.getTime() < made.getTime() - CLOCKS_DIFFER_MS) return made;
  return paidAt.getTime() > at.getTime() + CLOCKS_DIFFER_MS ? at : paidAt;
}

interface Parts {
  items: Awaited<ReturnType<typeof itemsOf>>;
  bills: readonly ParcelaRow[];
}

/**
 * Records that a charge is paid, once, inside a transaction that holds its bills.
 *
 * @returns whether it was new
 */
export async function settlePaid(
  school: School,
  tx: Db,
  charge: ChargeRow,
  { items, bills }: Parts,
  state: ChargeState,
  at: Date,
): Promise<boolean> {
  const paidAt = (state.paidAt ?? at).toISOString();
  const rever_em = charge.provider === COUNTER ? null : (nextReview(charge, at, at)?.toISOString() ?? null);
  const isNews = await tx
    .updateTable('charges')
    .set({ status: 'paga', chave: null, pago_em: paidAt, motivo: null, rever_em, ...cardWords(charge, state) })
    .where('id', '=', charge.id)
    .where('status', '!=', 'paga')
    .returning('id')
    .executeTakeFirst();
  if (!isNews) return false;
  const received = state.received ?? charge.valor_centavos;
  const back = (state.returned ?? []).reduce((sum, { amount }) => sum + amount, 0);
  // It was returned before its payment was reported: it pays nothing.
  if (received > 0 && back >= received) {
    const requested = items.map(({ valor_centavos }) => valor_centavos);
    await writeItems(tx, items, sharePayment(requested, received));
    await releaseBills(tx, charge.id);
    return true;
  }
  const owed = await owedOf(school, tx, charge, { items, bills });
  const { parts, surplus } = sharePayment(owed, received);
  await writeItems(tx, items, { parts, surplus });
  for (const [index, { parcela_id, valor_centavos }] of items.entries()) {
    const part = parts[index] ?? 0;
    const more = index === 0 ? surplus : 0;
    const bill = { parcela_id, bills };
    if (part < (owed[index] ?? 0)) await takePart(school, tx, charge, { ...bill, part, requested: valor_centavos }, at);
    else await payBill(school, tx, charge, { ...bill, paidAt, part, more }, at);
  }
  return true;
}

interface OneBill {
  parcela_id: number;
  /** The charge's bills, as read when they were locked. */
  bills: readonly ParcelaRow[];
}

/** A bill that gets all it owes is paid. A bill is never paid twice, and any excess is returned. */
async function payBill(
  school: School,
  tx: Db,
  charge: ChargeRow,
  { parcela_id, bills, paidAt, part, more }: OneBill & { paidAt: string; part: number; more: number },
  at: Date,
): Promise<void> {
  const paid = await tx
    .updateTable('parcelas')
    .set({ status: 'paga', pago_em: paidAt, forma: charge.forma, charge_id: charge.id })
    .where('id', '=', parcela_id)
    .where('status', 'in', ['aberta', 'em_processamento'])
    .returning(Object.values(billColumns))
    .executeTakeFirst();
  if (!paid) return giveBackWhole(school, tx, charge, { parcela_id, centavos: part + more, bills }, at);
  await endReminders(tx, [parcela_id], at);
  const sold = purposeOf(paid);
  if (sold)
    await school.customers.bills[sold.kind].onPaid(tx, sold.id, {
      at,
      forma: charge.forma,
      parcelas: charge.parcelas,
    });
  await endOtherCodes(tx, charge.id, [parcela_id]);
  if (more > 0) {
    const wish = { chargeId: charge.id, parcelaId: parcela_id, centavos: more, motivo: 'pago_a_mais' } as const;
    await giveBack(school, tx, wish, at);
  }
}

/**
 * Handles another amount of an already recorded charge: two payments of one code, or an amount unknown at first. A surplus is
 * used for bills that are still open, and otherwise returned. Of a shortfall the office is notified.
 */
async function compareReceived(
  school: School,
  tx: Db,
  charge: ChargeRow,
  { items, bills }: Parts,
  { received, paidAt }: ChargeState,
  at: Date,
): Promise<void> {
  const noted = items.reduce((sum, { valor_centavos }) => sum + valor_centavos, 0);
  if (received === undefined || received === noted || items.length === 0) return;
  if (received < noted) return notifyOfLess(tx, charge, { items, bills, received, noted }, at);
  const dues = await Promise.all(items.map(({ parcela_id }) => dueOf(school, tx, parcela_id, bills, at)));
  const owed = items.map(({ valor_centavos }, index) => valor_centavos + (dues[index] ?? 0));
  const { parts, surplus } = sharePayment(owed, received);
  await writeItems(tx, items, { parts, surplus });
  for (const [index, { parcela_id, valor_centavos: before }] of items.entries()) {
    const due = dues[index] ?? 0;
    const came = (parts[index] ?? 0) - before;
    const more = index === 0 ? surplus : 0;
    const bill = { parcela_id, bills };
    if (came + more === 0) continue;
    if (due === 0) {
      const isOwn = bills.some(({ id, charge_id }) => id === parcela_id && charge_id === charge.id);
      const wish = { chargeId: charge.id, parcelaId: parcela_id, centavos: came + more };
      if (isOwn) await giveBack(school, tx, { ...wish, motivo: 'pago_a_mais' }, at);
      else await giveBackWhole(school, tx, charge, { ...bill, centavos: came + more }, at);
    } else if (came < due) {
      await takePart(school, tx, charge, { ...bill, part: came, requested: due }, at);
    } else {
      const others = (await netPaymentsOf(tx, parcela_id)).filter(({ chargeId }) => chargeId !== charge.id);
      const pago_parcial_centavos = others.reduce((sum, { centavos }) => sum + centavos, 0);
      await tx.updateTable('parcelas').set({ pago_parcial_centavos }).where('id', '=', parcela_id).execute();
      await payBill(school, tx, charge, { ...bill, paidAt: (paidAt ?? at).toISOString(), part: came, more }, at);
    }
  }
}

/** The amount of an open bill of a charge today; 0 for any other. */
async function dueOf(school: School, tx: Db, id: number, bills: readonly ParcelaRow[], at: Date): Promise<number> {
  const bill = bills.find((each) => each.id === id);
  if (bill?.status !== 'aberta') return 0;
  return Math.max(0, amountDue(bill, await lateFeeBasisOf(school, tx, bill.company_id, at)).total);
}

/**
 * The amount that each bill of a charge owes to it: the requested one. For a code that ended, the bill's current amount on the
 * day of the code (of a boleto: its due day), since the office may have reduced it or a part was returned. A discount of points
 * placed after the code waits for the next bill, so this payment is owed without it.
 */
async function owedOf(school: Pick<School, 'config'>, tx: Db, charge: ChargeRow, { items, bills }: Parts) {
  const hasEnded = charge.status === 'removida' || charge.status === 'expirada';
  return Promise.all(
    items.map(async ({ parcela_id, valor_centavos: requested }) => {
      const bill = bills.find(({ id }) => id === parcela_id);
      if (!hasEnded || bill?.status !== 'aberta') return requested;
      const basis = await lateFeeBasisOf(school, tx, bill.company_id, new Date(charge.criada_em));
      const today = charge.vence_em ?? basis.today;
      const credito_centavos = bill.credito_centavos - (await laterPoints(tx, bill.id, charge.id));
      return Math.max(0, amountDue({ ...bill, credito_centavos }, { ...basis, today }).total);
    }),
  );
}

/** Centavos of discounts of points that were placed on a bill after a charge (`cobranca_antes`), and are still valid. */
async function laterPoints(tx: Db, billId: number, chargeId: number): Promise<number> {
  const { centavos } = await tx
    .selectFrom('redemptions')
    .select(({ fn }) => fn.sum<number | string | null>('desconto_centavos').as('centavos'))
    .where('parcela_id', '=', billId)
    .where('cobranca_antes', '>=', chargeId)
    // A cancelled one was already removed from the bill.
    .where('status', '!=', 'cancelado')
    .executeTakeFirstOrThrow();
  return Number(centavos ?? 0);
}

/**
 * Replaces the requested amount of each bill by the received one. A surplus is added to the first. A bill that got nothing keeps
 * its row, because more may come by the same charge.
 */
async function writeItems(
  tx: Db,
  items: Parts['items'],
  { parts, surplus }: ReturnType<typeof sharePayment>,
): Promise<void> {
  for (const [index, { charge_id, parcela_id, valor_centavos: requested }] of items.entries()) {
    const centavos = (parts[index] ?? 0) + (index === 0 ? surplus : 0);
    if (centavos === requested) continue;
    await tx
      .updateTable('charge_items')
      .set({ valor_centavos: centavos })
      .where('charge_id', '=', charge_id)
      .where('parcela_id', '=', parcela_id)
      .execute();
  }
}

type Back = Omit<RefundWish, 'motivo'> & { motivo: keyof typeof officeMessages.notices.wentBack };

/** Returns money that no bill needs, and notifies the payer. The refund notifies the office. */
export async function giveBack(school: School, tx: Db, wish: Back, at: Date): Promise<void> {
  const centavos = await askRefund(tx, wish, at);
  const bill = centavos > 0 ? await parcelaById(tx, wish.parcelaId) : undefined;
  if (bill) await notifyOfChange(school, tx, bill, officeMessages.notices.wentBack[wish.motivo](centavos));
}

/** As above, for all money of a bill that was paid otherwise or is cancelled. */
function giveBackWhole(
  school: School,
  tx: Db,
  { id: chargeId }: ChargeRow,
  { parcela_id, centavos, bills }: OneBill & { centavos: number },
  at: Date,
): Promise<void> {
  const isCancelled = bills.some(({ id, status }) => id === parcela_id && status === 'cancelada');
  const motivo = isCancelled ? 'ja_cancelado' : 'em_duplicidade';
  return giveBack(school, tx, { chargeId, parcelaId: parcela_id, centavos, motivo }, at);
}

/** Records a partial payment; the bill stays open. Payment codes of the full amount end. */
async function takePart(
  school: School,
  tx: Db,
  charge: ChargeRow,
  { parcela_id, bills, part, requested }: OneBill & { part: number; requested: number },
  at: Date,
): Promise<void> {
  const open = await tx
    .updateTable('parcelas')
    .set({ status: 'aberta', charge_id: null })
    .where('id', '=', parcela_id)
    .where(({ or, and, eb }) =>
      or([eb('status', '=', 'aberta'), and([eb('status', '=', 'em_processamento'), eb('charge_id', '=', charge.id)])]),
    )
    .returning(['id', 'descricao'])
    .executeTakeFirst();
  if (open && part > 0) {
    await countPart(tx, parcela_id);
    await notifyOfPart(
      school,
      tx,
      charge,
      { parcelaId: parcela_id, descricao: open.descricao, centavos: part, requested },
      at,
    );
  } else if (!open && part > 0) await giveBackWhole(school, tx, charge, { parcela_id, centavos: part, bills }, at);
}

/** Reopens the bills held by a card. Partial payments may have been returned meanwhile. */
async function releaseBills(tx: Db, chargeId: number): Promise<void> {
  const open = await tx
    .updateTable('parcelas')
    .set({ status: 'aberta', charge_id: null })
    .where('charge_id', '=', chargeId)
    .where('status', '=', 'em_processamento')
    .returning('id')
    .execute();
  for (const { id } of open) await countPart(tx, id);
}

async function settleRefused(tx: Db, charge: ChargeRow, state: ChargeState): Promise<void> {
  const isNews = await tx
    .updateTable('charges')
    .set({ status: 'recusada', chave: null, motivo: state.reason ?? 'nao_autorizado', ...cardWords(charge, state) })
    .where('id', '=', charge.id)
    .where('status', 'in', ['criando', 'em_analise'])
    .returning('id')
    .executeTakeFirst();
  if (isNews) await releaseBills(tx, charge.id);
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
