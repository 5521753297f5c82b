import type { redeemReward as call } from '#lib/contract/club.ts';
import type { CallAnswer, ParsedInput } from '#lib/contract/core.ts';
import { shiftDay } from '#lib/rules/time/days.ts';
import { dayIn } from '#lib/rules/time/zones.ts';
import type { Db } from '../core/db/connection.ts';
import type { Ctx } from '../core/http/ctx.ts';
import { conflict, notFound } from '../core/http/refusal.ts';
import { notifyStaff } from '../messages/inbox/notify-staff.ts';
import { makeShortCode } from './codes.ts';
import { handCodeOver } from './hand-code-over.ts';
import { placeDiscount } from './place-discounts.ts';
import { movePoints } from './points.ts';
import {
  isOffered,
  lacksWorth,
  type OfferedReward,
  presentEntry,
  presentRedemption,
  presentReward,
  type RedemptionRow,
} from './present.ts';
import { billsOf, rewardsFor } from './queries.ts';
import { redemptionKey } from './redemptions.ts';

type Input = ParsedInput<typeof call>['body'];

/**
 * Spends points on a reward inside a transaction: the points first, since their account is the lock, then the stock.
 *
 * A discount is put on the next open bill at once, and a stored code is handed to the member at once.
 *
 * @throws Refusal 404 for a reward that is not offered, 409 `points_short`, `sold_out`, `limit` or `no_worth`.
 */
export async function redeemReward(ctx: Ctx, tx: Db, input: Input): Promise<CallAnswer<typeof call>> {
  const { session, config } = ctx;
  const at = ctx.now();
  const today = dayIn(config.SCHOOL_TIME_ZONE, at);
  const reward = await rewardsFor(tx, session.escolaId).where('id', '=', input.reward_id).executeTakeFirst();
  if (!reward || !isOffered(reward, today)) throw notFound('Esta recompensa não está mais disponível.');
  if (lacksWorth(reward)) throw conflict('A escola ainda vai dizer de quanto é este desconto.', 'no_worth');
  const redemption = await tx
    .insertInto('redemptions')
    .values({
      user_id: session.userId,
      reward_id: reward.id,
      pontos: reward.pontos,
      status: 'solicitado',
      codigo_retirada: makeShortCode(),
      pedido_em: at.toISOString(),
      atualizado_em: at.toISOString(),
      entregue_em: null,
      motivo: null,
      entrega: input.entrega ? JSON.stringify(input.entrega) : null,
      por_user_id: null,
      desconto_centavos: reward.entrega === 'desconto' ? reward.desconto_centavos : null,
      retirar_ate: reward.retirada_dias === null ? null : shiftDay(today, reward.retirada_dias),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  const { entry } = await movePoints(tx, {
    userId: session.userId,
    pontos: -reward.pontos,
    origem: 'resgate',
    descricao: reward.nome,
    contra: 'resgate',
    chave: redemptionKey(redemption.id),
    referencia: { tipo: 'resgate', id: redemption.id },
    at,
  });
  await requireWithinLimit(tx, session.userId, reward);
  const left = await takeOne(tx, reward);
  const placed = (await arrive(ctx, tx, reward, redemption)) ?? redemption;
  await notifyStaff(tx, at, {
    kind: 'resgate_novo',
    about: redemption.id,
    params: { recompensa: reward.nome, sozinho: doneAlone(reward, placed) },
    at: { unitId: session.companyId },
  });
  const shown = presentReward({ ...reward, estoque: left }, entry.saldo_apos, today);
  return {
    transaction: presentEntry(entry),
    resgate: presentRedemption(placed, shown, (await billsOf(tx, [placed])).get(placed.id)),
    saldo: entry.saldo_apos,
  };
}

/** How the redemption was completed without the school's work; null if the school has to act. */
function doneAlone({ entrega }: OfferedReward, { status, parcela_id, desconto_centavos }: RedemptionRow) {
  if (entrega === 'desconto' && desconto_centavos !== null) return parcela_id === null ? 'desconto_espera' : 'desconto';
  return entrega === 'digital' && status === 'entregue' ? 'codigo' : null;
}

async function arrive(ctx: Ctx, tx: Db, { entrega }: OfferedReward, redemption: RedemptionRow) {
  if (entrega !== 'digital') return placeDiscount(tx, redemption);
  const handed = await handCodeOver(tx, ctx, redemption);
  if (handed) ctx.wake();
  return handed;
}

async function requireWithinLimit(tx: Db, userId: number, { id, limite_por_aluno }: OfferedReward): Promise<void> {
  if (limite_por_aluno === null) return;
  const { count } = await tx
    .selectFrom('redemptions')
    .select(({ fn }) => fn.countAll<number | string>().as('count'))
    .where('user_id', '=', userId)
    .where('reward_id', '=', id)
    .where('status', '<>', 'cancelado')
    .executeTakeFirstOrThrow();
  if (Number(count) > limite_por_aluno) {
    const times = limite_por_aluno === 1 ? 'uma vez' : `${limite_por_aluno} vezes`;
    throw conflict(`Cada aluno pode trocar por esta recompensa ${times}.`, 'limit');
  }
}

/** Takes one from the stock, at the shown price. @returns the number left; null for unlimited stock */
async function takeOne(tx: Db, { id, pontos }: OfferedReward): Promise<number | null> {
  const row = await tx
    .updateTable('rewards')
    .set((eb) => ({ estoque: eb('estoque', '-', 1) }))
    .where('id', '=', id)
    .where('ativo', '=', true)
    .where('pontos', '=', pontos)
    .where((where) => where.or([where('estoque', 'is', null), where('estoque', '>', 0)]))
    .returning('estoque')
    .executeTakeFirst();
  if (!row) throw conflict('Esta recompensa acabou de esgotar.', 'sold_out');
  return row.estoque;
}
