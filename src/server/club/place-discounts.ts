import { sql } from 'kysely';
import { formatMoney } from '#lib/format/money.ts';
import type { Db } from '../db/connection.ts';
import { endOtherPix } from '../finance/settle-charge.ts';
import type { School } from '../http/ctx.ts';
import { conflict } from '../http/refusal.ts';
import { notifyMember } from './notify.ts';
import type { RedemptionRow } from './present.ts';

const OPEN = ['solicitado', 'aprovado', 'pronto'] as const;
const AT_ONCE = 100;

/**
 * Puts a redeemed discount on the next open bill of a course, inside a transaction. A bill that it would pay whole is passed
 * over, since nobody can pay nothing. Codes of the old amount count no more.
 *
 * @returns the redemption with its bill; as it was where no bill is large enough: it waits for one.
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
    .where(leaves(worth))
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
      .where(leaves(worth))
      .returning('id')
      .executeTakeFirst());
  if (!placed) return redemption;
  await endOtherPix(tx, null, [placed.id]);
  return tx
    .updateTable('redemptions')
    .set({ parcela_id: placed.id })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Something of the bill is left to pay. */
const leaves = (worth: number) => sql<boolean>`valor_centavos - desconto_centavos - credito_centavos > ${worth}`;

/**
 * Takes a discount off its bill inside a transaction.
 *
 * @throws Refusal 409 `discount_used` when the bill is paid or being paid.
 */
export async function liftDiscount(tx: Db, { parcela_id, desconto_centavos }: RedemptionRow): Promise<void> {
  if (parcela_id === null || desconto_centavos === null) return;
  const lifted = await tx
    .updateTable('parcelas')
    .set(({ eb }) => ({ credito_centavos: eb('credito_centavos', '-', desconto_centavos) }))
    .where('id', '=', parcela_id)
    .where('status', 'in', ['aberta', 'cancelada'])
    .returning('id')
    .executeTakeFirst();
  if (!lifted) {
    throw conflict('A parcela com este desconto já foi paga, ou está sendo: ele não volta mais.', 'discount_used');
  }
  await endOtherPix(tx, null, [parcela_id]);
}

/** Places discounts that wait for a bill, takes them off bills that were cancelled, and closes those that were paid with. */
export async function settleDiscounts(school: School): Promise<void> {
  const rows = await school.db
    .selectFrom('redemptions')
    .leftJoin('parcelas', 'parcelas.id', 'redemptions.parcela_id')
    .select(['redemptions.id', 'parcelas.status as bill'])
    .where('redemptions.desconto_centavos', 'is not', null)
    .where('redemptions.status', 'in', [...OPEN])
    .where(({ or, eb }) => or([eb('parcelas.id', 'is', null), eb('parcelas.status', 'in', ['paga', 'cancelada'])]))
    .orderBy('redemptions.id')
    .limit(AT_ONCE)
    .execute();
  for (const { id, bill } of rows) {
    await school.db.transaction().execute(async (tx) => {
      // Held, so that of several processes one acts.
      const row = await tx
        .updateTable('redemptions')
        .set(({ ref }) => ({ status: ref('status') }))
        .where('id', '=', id)
        .where('status', 'in', [...OPEN])
        .returningAll()
        .executeTakeFirst();
      if (!row) return;
      if (bill === 'paga') return closeDiscount(tx, row, school.now());
      if (bill === 'cancelada') {
        await liftDiscount(tx, row);
        await tx.updateTable('redemptions').set({ parcela_id: null }).where('id', '=', id).execute();
      }
      if (row.parcela_id === null || bill === 'cancelada') await placeDiscount(tx, { ...row, parcela_id: null });
    });
  }
}

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
