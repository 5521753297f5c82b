import { DAY_MS, MINUTE_MS } from '#lib/rules/time/spans.ts';
import type { Db } from '../db/connection.ts';
import type { School } from '../http/ctx.ts';
import type { ChargeState } from '../ports/payments/provider.ts';
import { amountDue } from './amount-due.ts';
import { askRefund } from './ask-refund.ts';
import { billColumns, purposeOf } from './bill-kinds.ts';
import { countPart } from './count-part.ts';
import { COUNTER } from './counter.ts';
import { nextReview } from './next-review.ts';
import { noteReturns } from './note-returns.ts';
import { type ChargeRow, chargeById, holdBills, itemsOf, type ParcelaRow } from './queries.ts';
import { reckoningOf } from './school-day.ts';
import { sharePayment } from './share-payment.ts';
import { tellOfPart } from './tell-of-part.ts';

/** The clock of a bank and ours may differ by this much. Beyond it the bank names another hour than that of the payment. */
const CLOCKS_DIFFER_MS = 10 * MINUTE_MS;

/**
 * Writes down the provider's result of a charge. The provider's word wins. Each result counts once, in any order and
 * however often it arrives.
 *
 * Paid: its bills are paid, as far as the money goes; money for bills that were paid or cancelled before, and what is more
 * than they owe, goes back. What went back outside the portal is noted (0156). Refused: the bills that the card held are
 * open again. Expired: its code ends.
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
    if (state.status === 'paga') {
      const paidAt = likelyHour(state.paidAt ?? at, charge, at);
      await settlePaid(school, tx, charge, { items, bills }, { ...state, paidAt }, at);
      if (state.returned) await noteReturns(school, tx, charge, state.returned, at);
    } else if (state.status === 'recusada') await settleRefused(tx, charge, state);
    else if (state.status === 'expirada') await endCode(tx, charge.id, 'expirada');
    else await settlePending(tx, charge, state);
    return (await chargeById(tx, charge.id)) ?? charge;
  });
}

/** No payment is older than its charge or in the future: such an hour is of another zone. */
function likelyHour(paidAt: Date, { criada_em }: ChargeRow, at: Date): Date {
  const made = new Date(criada_em);
  if (paidAt.getTime() < made.getTime() - CLOCKS_DIFFER_MS) return made;
  return paidAt.getTime() > at.getTime() + CLOCKS_DIFFER_MS ? at : paidAt;
}

interface Parts {
  items: Awaited<ReturnType<typeof itemsOf>>;
  bills: readonly ParcelaRow[];
}

/** Writes down that a charge is paid, inside a transaction that holds its bills. It counts once. */
export async function settlePaid(
  school: School,
  tx: Db,
  charge: ChargeRow,
  { items, bills }: Parts,
  state: ChargeState,
  at: Date,
): Promise<void> {
  const paidAt = (state.paidAt ?? at).toISOString();
  const rever_em = charge.provider === COUNTER ? null : (nextReview(charge, at, at)?.toISOString() ?? null);
  const isNews = await tx
    .updateTable('charges')
    .set({ status: 'paga', chave: null, pago_em: paidAt, motivo: null, rever_em, ...cardWords(charge, state) })
    .where('id', '=', charge.id)
    .where('status', '!=', 'paga')
    .returning('id')
    .executeTakeFirst();
  if (!isNews) return;
  const received = state.received ?? charge.valor_centavos;
  const back = (state.returned ?? []).reduce((sum, { amount }) => sum + amount, 0);
  // It went back before anybody heard that it came: nothing is paid by it.
  if (received > 0 && back >= received) {
    const asked = items.map(({ valor_centavos }) => valor_centavos);
    await writeItems(tx, items, sharePayment(asked, received));
    return releaseBills(tx, charge.id);
  }
  const owed = await owedOf(school, tx, charge, { items, bills });
  const { parts, surplus } = sharePayment(owed, received);
  await writeItems(tx, items, { parts, surplus });
  for (const [index, { parcela_id, valor_centavos }] of items.entries()) {
    const part = parts[index] ?? 0;
    const more = index === 0 ? surplus : 0;
    if (part < (owed[index] ?? 0)) {
      await takePart(school, tx, charge, { parcela_id, part, asked: valor_centavos, bills }, at);
      continue;
    }
    const paid = await tx
      .updateTable('parcelas')
      .set({ status: 'paga', pago_em: paidAt, forma: charge.forma, charge_id: charge.id })
      .where('id', '=', parcela_id)
      .where('status', 'in', ['aberta', 'em_processamento'])
      .returning(Object.values(billColumns))
      .executeTakeFirst();
    if (!paid) {
      await giveBack(tx, charge.id, { parcela_id, centavos: part + more, bills }, at);
      continue;
    }
    const sold = purposeOf(paid);
    if (sold)
      await school.customers.bills[sold.kind].onPaid(tx, sold.id, {
        at,
        forma: charge.forma,
        parcelas: charge.parcelas,
      });
    await endOtherCodes(tx, charge.id, [parcela_id]);
    if (more > 0) {
      const wish = { chargeId: charge.id, parcelaId: parcela_id, centavos: more, motivo: 'pago_a_mais' };
      await askRefund(tx, wish, at);
    }
  }
}

/**
 * What each bill of a charge owes to it: as much as was asked. A code that ended keeps no more than its bill costs by now,
 * for the day of the code, which of a boleto is its due day: the office or the club may have taken something off since.
 */
async function owedOf(school: Pick<School, 'config'>, tx: Db, charge: ChargeRow, { items, bills }: Parts) {
  const hasEnded = charge.status === 'removida' || charge.status === 'expirada';
  return Promise.all(
    items.map(async ({ parcela_id, valor_centavos: asked }) => {
      const bill = bills.find(({ id }) => id === parcela_id);
      if (!hasEnded || bill?.status !== 'aberta') return asked;
      const reckoning = await reckoningOf(school, tx, bill.company_id, new Date(charge.criada_em));
      const today = charge.vence_em ?? reckoning.today;
      return Math.max(0, Math.min(asked, amountDue(bill, { ...reckoning, today }).total));
    }),
  );
}

/** Writes what came in for each bill in place of what was asked. What is left over came with the first. */
async function writeItems(
  tx: Db,
  items: Parts['items'],
  { parts, surplus }: ReturnType<typeof sharePayment>,
): Promise<void> {
  for (const [index, { charge_id, parcela_id, valor_centavos: asked }] of items.entries()) {
    const centavos = (parts[index] ?? 0) + (index === 0 ? surplus : 0);
    const own = { charge_id, parcela_id };
    if (centavos === 0) {
      await tx
        .deleteFrom('charge_items')
        .where(({ and }) => and(own))
        .execute();
    } else if (centavos !== asked) {
      await tx
        .updateTable('charge_items')
        .set({ valor_centavos: centavos })
        .where(({ and }) => and(own))
        .execute();
    }
  }
}

const giveBack = (
  tx: Db,
  chargeId: number,
  { parcela_id, centavos, bills }: { parcela_id: number; centavos: number; bills: readonly ParcelaRow[] },
  at: Date,
): Promise<void> => {
  const isCancelled = bills.some(({ id, status }) => id === parcela_id && status === 'cancelada');
  const motivo = isCancelled ? 'ja_cancelado' : 'em_duplicidade';
  return askRefund(tx, { chargeId, parcelaId: parcela_id, centavos, motivo }, at);
};

/** Money that does not pay its bill whole counts for it, and the bill stays open. Codes of the whole amount end. */
async function takePart(
  school: School,
  tx: Db,
  charge: ChargeRow,
  { parcela_id, part, asked, bills }: { parcela_id: number; part: number; asked: number; bills: readonly ParcelaRow[] },
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
    await endOtherCodes(tx, charge.id, [parcela_id]);
    await tellOfPart(
      school,
      tx,
      charge,
      { parcelaId: parcela_id, descricao: open.descricao, centavos: part, asked },
      at,
    );
  } else if (!open && part > 0) await giveBack(tx, charge.id, { parcela_id, centavos: part, bills }, at);
}

/** Opens the bills that a card holds. Meanwhile some of what came in before may have gone back. */
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
