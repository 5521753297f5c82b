import { type Expression, type Selectable, sql } from 'kysely';
import { formatMoney } from '#lib/format/money.ts';
import { formatWait } from '#lib/format/wait.ts';
import type { Db } from '../core/db/connection.ts';
import { oneByOne } from '../core/db/in-batches.ts';
import { locked } from '../core/db/locking.ts';
import type { School } from '../core/http/ctx.ts';
import { conflict } from '../core/http/refusal.ts';
import { endOtherCodes, openCodeUntil } from '../money/finance/pix.ts';
import type { Schema } from '../tables.ts';
import { notifyMember } from './notify.ts';
import type { RedemptionRow } from './present.ts';

const OPEN = ['solicitado', 'aprovado', 'pronto'] as const;
const AT_ONCE = 100;

/**
 * Puts a redeemed discount on the next open bill of a course, inside a transaction. It skips a bill that it would reduce to zero,
 * since zero cannot be paid. Payment codes of the old amount end.
 *
 * @returns the redemption with its bill; unchanged when no bill is large enough: then it waits.
 */
export async function placeDiscount(tx: Db, redemption: RedemptionRow): Promise<RedemptionRow> {
  const { id, user_id, desconto_centavos: worth } = redemption;
  if (worth === null) return redemption;
  const next = await tx
    .selectFrom('parcelas')
    .select('id')
    .where('user_id', '=', user_id)
    .where('status', '=', 'aberta')
    .where(({ and, eb }) =>
      and([eb('pedido_id', 'is', null), eb('cambio_id', 'is', null), eb('usa_pagamento_id', 'is', null)]),
    )
    .where(leaves('parcelas', worth))
    .orderBy('vencimento')
    .orderBy('id')
    .executeTakeFirst();
  const placed =
    next &&
    (await tx
      .updateTable('parcelas')
      .set(({ eb }) => ({ credito_centavos: eb('credito_centavos', '+', worth) }))
      .where('id', '=', next.id)
      .where('status', '=', 'aberta')
      .where(leaves('parcelas', worth))
      .returning('id')
      .executeTakeFirst());
  if (!placed) return redemption;
  await endOtherCodes(tx, null, [placed.id]);
  return tx
    .updateTable('redemptions')
    .set(({ selectFrom }) => ({
      parcela_id: placed.id,
      cobranca_antes: selectFrom('charge_items')
        .select(({ fn }) => fn.max('charge_id').as('last'))
        .where('parcela_id', '=', placed.id),
    }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** @param seconds until the Pix code expires */
const discountInPix = (seconds: number) =>
  seconds > 0
    ? `Um código Pix desta parcela, já com o desconto, ainda pode ser pago. Tente de novo em ${formatWait(seconds)}.`
    : 'O banco ainda não disse se um código Pix desta parcela, já com o desconto, foi pago. Tente de novo mais tarde ou amanhã.';

/** Whether an amount remains to be paid after the discount. @param bill the name or alias of the table of bills in the query */
const leaves = (bill: string, worth: number | Expression<number | null>) =>
  sql<boolean>`${sql.table(bill)}.valor_centavos - ${sql.table(bill)}.desconto_centavos
    - ${sql.table(bill)}.credito_centavos - ${sql.table(bill)}.abatimento_centavos
    - ${sql.table(bill)}.pago_parcial_centavos > ${worth}`;

/**
 * Removes a discount from its bill inside a transaction.
 *
 * @throws Refusal 409 `discount_used` when the bill with it is paid or being paid, `discount_in_pix` while a Pix code of the
 *   reduced amount is valid: a bank accepts the code until it expires.
 */
export async function liftDiscount(tx: Db, redemption: RedemptionRow, at: Date): Promise<void> {
  const bill = await billOf(tx, redemption);
  if (!bill) return;
  if (isSpentOn(bill, redemption)) {
    throw conflict('A parcela com este desconto já foi paga, ou está sendo: ele não volta mais.', 'discount_used');
  }
  const openUntil =
    bill.status === 'aberta' ? await openCodeUntil(tx, bill.id, redemption.cobranca_antes ?? 0, at) : null;
  if (openUntil) throw conflict(discountInPix((openUntil.getTime() - at.getTime()) / 1000), 'discount_in_pix');
  await takeOff(tx, bill.id, redemption);
}

type BillRow = Pick<Selectable<Schema['parcelas']>, 'id' | 'status' | 'charge_id'>;

/** The bill of a discount, locked. */
const billOf = (tx: Db, { parcela_id }: RedemptionRow): Promise<BillRow | undefined> =>
  locked(
    tx,
    tx
      .selectFrom('parcelas')
      .select(['id', 'status', 'charge_id'])
      .where('id', '=', parcela_id ?? 0),
    'hold',
  ).executeTakeFirst();

/** Removes a discount from a bill, and ends payment codes of the reduced amount. */
async function takeOff(tx: Db, billId: number, { desconto_centavos }: RedemptionRow): Promise<void> {
  await tx
    .updateTable('parcelas')
    .set(({ eb }) => ({ credito_centavos: eb('credito_centavos', '-', desconto_centavos ?? 0) }))
    .where('id', '=', billId)
    .execute();
  await endOtherCodes(tx, null, [billId]);
}

/**
 * Whether a charge of the reduced amount was used. A charge from before the discount was for the full amount, so it does not
 * count.
 */
function isSpentOn({ status, charge_id }: BillRow, { cobranca_antes }: RedemptionRow): boolean {
  if (status !== 'paga' && status !== 'em_processamento') return false;
  return charge_id === null || charge_id > (cobranca_antes ?? 0);
}

/**
 * Removes every discount from a bill that was paid without them, inside a transaction. The discounts wait for another bill. It
 * locks redemptions before the bill, like every move of a redemption.
 *
 * @returns the sum of the discounts; 0 when a charge holds the bill.
 */
export async function giveDiscountsBack(tx: Db, billId: number): Promise<number> {
  const placed = tx
    .selectFrom('redemptions')
    .select(['id', 'desconto_centavos'])
    .where('parcela_id', '=', billId)
    .where('status', 'in', [...OPEN])
    .orderBy('id');
  const on = await locked(tx, placed, 'hold').execute();
  if (on.length === 0) return 0;
  const worth = on.reduce((sum, { desconto_centavos }) => sum + (desconto_centavos ?? 0), 0);
  const lifted = await tx
    .updateTable('parcelas')
    .set(({ eb }) => ({ credito_centavos: eb('credito_centavos', '-', worth) }))
    .where('id', '=', billId)
    .where('charge_id', 'is', null)
    .returning('id')
    .executeTakeFirst();
  if (!lifted) return 0;
  const ids = on.map(({ id }) => id);
  await tx.updateTable('redemptions').set({ parcela_id: null }).where('id', 'in', ids).execute();
  return worth;
}

/** Places waiting discounts, removes them from bills that were cancelled or paid without them, and closes the used ones. */
export async function moveDiscountsOn(school: School): Promise<void> {
  const rows = await school.db
    .selectFrom('redemptions')
    .leftJoin('parcelas', 'parcelas.id', 'redemptions.parcela_id')
    .select('redemptions.id')
    .where('redemptions.desconto_centavos', 'is not', null)
    .where('redemptions.status', 'in', [...OPEN])
    .where(({ or, and, eb, exists }) =>
      or([
        eb('parcelas.status', 'in', ['paga', 'cancelada']),
        // Filtered here: discounts without a suitable bill must not take the places of others in a batch.
        and([eb('parcelas.id', 'is', null), exists(billsThatTake(school.db))]),
      ]),
    )
    .orderBy('redemptions.id')
    .limit(AT_ONCE)
    .execute();
  await oneByOne(school.log, rows, { job: 'moveDiscountsOn', idOf: ({ id }) => id }, ({ id }) =>
    school.db.transaction().execute((tx) => moveOn(tx, id, school.now())),
  );
}

async function moveOn(tx: Db, id: number, at: Date): Promise<void> {
  // Locked, so that only one of several processes acts.
  const open = tx
    .selectFrom('redemptions')
    .selectAll()
    .where('id', '=', id)
    .where('status', 'in', [...OPEN]);
  const row = await locked(tx, open, 'hold').executeTakeFirst();
  if (!row) return;
  const bill = await billOf(tx, row);
  if (bill?.status === 'paga' && isSpentOn(bill, row)) return closeDiscount(tx, row, at);
  // The bill is open again, or a payment is in progress.
  if (bill && bill.status !== 'paga' && bill.status !== 'cancelada') return;
  if (bill) {
    await takeOff(tx, bill.id, row);
    await tx.updateTable('redemptions').set({ parcela_id: null }).where('id', '=', id).execute();
  }
  await placeDiscount(tx, { ...row, parcela_id: null });
}

/** Open bills that a redemption of the outer query fits, by the same criteria as in `placeDiscount`. */
const billsThatTake = (db: Db) =>
  db
    .selectFrom('parcelas as next')
    .select('next.id')
    .where('next.user_id', '=', sql<number>`redemptions.user_id`)
    .where('next.status', '=', 'aberta')
    .where('next.pedido_id', 'is', null)
    .where('next.cambio_id', 'is', null)
    .where('next.usa_pagamento_id', 'is', null)
    .where(leaves('next', sql.ref('redemptions.desconto_centavos')));

async function closeDiscount(tx: Db, { id, user_id, desconto_centavos }: RedemptionRow, at: Date): Promise<void> {
  const now = at.toISOString();
  await tx
    .updateTable('redemptions')
    .set({ status: 'entregue', entregue_em: now, atualizado_em: now })
    .where('id', '=', id)
    .execute();
  const title = `Desconto de ${formatMoney(desconto_centavos ?? 0)} usado`;
  await notifyMember(tx, user_id, 'orders', { title, body: 'A parcela foi paga com o desconto do clube.' }, at);
}
