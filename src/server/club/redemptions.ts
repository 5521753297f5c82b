import type { Resgate } from '#lib/contract/club.schema.ts';
import { shiftDay } from '#lib/rules/time/days.ts';
import { dayIn } from '#lib/rules/time/zones.ts';
import type { Db } from '../core/db/connection.ts';
import type { Ctx, School } from '../core/http/ctx.ts';
import { conflict, notFound } from '../core/http/refusal.ts';
import { liftDiscount } from './place-discounts.ts';
import { reverseEntry } from './points.ts';
import { presentRedemption, presentReward, type RedemptionRow } from './present.ts';
import { balanceOf, billsOf } from './queries.ts';

/** The user's own redemptions, the newest first (CLUB-13). */
export async function readRedemptions(ctx: Ctx, { limit, offset }: { limit: number; offset: number }) {
  const { db, session } = ctx;
  const own = db.selectFrom('redemptions').where('user_id', '=', session.userId);
  const [rows, { total }] = await Promise.all([
    own.selectAll().orderBy('id', 'desc').limit(limit).offset(offset).execute(),
    own.select(({ fn }) => fn.countAll<number | string>().as('total')).executeTakeFirstOrThrow(),
  ]);
  return { items: await withRewards(ctx, db, rows), total: Number(total), limit, offset };
}

/**
 * Cancels the user's own redemption inside a transaction, before the school works on it.
 *
 * @throws Refusal 404 for somebody else's, 409 once the school has begun.
 */
export async function cancelRedemption(ctx: Ctx, tx: Db, id: number): Promise<{ resgate: Resgate; saldo: number }> {
  const row = await tx
    .selectFrom('redemptions')
    .selectAll()
    .where('id', '=', id)
    .where('user_id', '=', ctx.session.userId)
    .executeTakeFirst();
  if (!row) throw notFound('Não encontramos este pedido entre os seus.');
  const moved = await moveRedemption(tx, ctx, row, { to: 'cancelado', at: ctx.now(), by: 'aluno' });
  const [resgate] = await withRewards(ctx, tx, [moved]);
  if (!resgate) throw notFound();
  return { resgate, saldo: (await balanceOf(tx, ctx.session.userId))?.saldo ?? 0 };
}

/** Adds the current reward to each redemption. */
export async function withRewards({ session, now, config }: Ctx, db: Db, rows: readonly RedemptionRow[]) {
  if (rows.length === 0) return [];
  const today = dayIn(config.SCHOOL_TIME_ZONE, now());
  const ids = [...new Set(rows.map(({ reward_id }) => reward_id))];
  const rewards = await db.selectFrom('rewards').selectAll().where('id', 'in', ids).execute();
  const [balance, bills] = await Promise.all([balanceOf(db, session.userId), billsOf(db, rows)]);
  const saldo = balance?.saldo ?? 0;
  return rows.flatMap((row) => {
    const reward = rewards.find(({ id }) => id === row.reward_id);
    return reward ? [presentRedemption(row, presentReward(reward, saldo, today), bills.get(row.id))] : [];
  });
}

/** The key of the entry that paid a redemption. */
export const redemptionKey = (id: number): string => `resgate:${id}`;

type Status = RedemptionRow['status'];

/** The allowed next states of each state. The last two are final. */
const steps: Readonly<Record<Status, readonly Status[]>> = {
  solicitado: ['aprovado', 'pronto', 'entregue', 'cancelado'],
  aprovado: ['pronto', 'entregue', 'cancelado'],
  pronto: ['entregue', 'cancelado'],
  entregue: [],
  cancelado: [],
};

/**
 * The allowed next states. A discount on a bill ends with the bill; only a waiting discount can be handed over at the counter.
 */
export const nextSteps = ({ status, desconto_centavos, parcela_id }: RedemptionRow): readonly Status[] => {
  if (desconto_centavos === null) return steps[status];
  return steps[status].filter((to) => to === 'cancelado' || (to === 'entregue' && parcela_id === null));
};

/** How long the returned points are valid at least when the school cancels a redemption. */
const GRACE_DAYS = 30;

export const movedMeanwhile = () =>
  conflict('Este pedido já mudou de situação. Atualize a página.', 'redemption_status');

interface Move {
  to: Status;
  at: Date;
  by: 'aluno' | 'equipe';
  motivo?: string;
  porUserId?: number;
  /** The code of a digital reward. */
  codigo?: string;
}

/**
 * Moves a redemption to another state inside a transaction. Cancelling returns its points by a reversal and its item to the
 * stock, and takes its discount off the bill.
 *
 * @throws Refusal 409 when the step is not allowed or another process was faster; `discount_used` when its bill is paid,
 *   `discount_in_pix` while a Pix code of the reduced amount can still be paid.
 */
export async function moveRedemption(
  tx: Db,
  { config }: Pick<School, 'config'>,
  redemption: RedemptionRow,
  { to, at, by, motivo, porUserId, codigo }: Move,
): Promise<RedemptionRow> {
  const isOpen = by === 'equipe' ? nextSteps(redemption).includes(to) : redemption.status === 'solicitado';
  const moved = isOpen
    ? await tx
        .updateTable('redemptions')
        .set({
          status: to,
          atualizado_em: at.toISOString(),
          motivo: motivo ?? null,
          por_user_id: porUserId ?? null,
          ...(codigo !== undefined && { codigo_digital: codigo }),
          ...(to === 'entregue' && { entregue_em: at.toISOString() }),
        })
        .where('id', '=', redemption.id)
        .where('status', '=', redemption.status)
        .returningAll()
        .executeTakeFirst()
    : undefined;
  if (!moved) throw movedMeanwhile();
  if (to !== 'cancelado') return moved;
  await liftDiscount(tx, moved, at);
  const entry = await tx
    .selectFrom('point_entries')
    .selectAll()
    .where('chave', '=', redemptionKey(redemption.id))
    .executeTakeFirstOrThrow();
  const today = dayIn(config.SCHOOL_TIME_ZONE, at);
  await reverseEntry(tx, entry, {
    at,
    // When the member cancels, the points keep their last day.
    atLeast: by === 'equipe' ? shiftDay(today, GRACE_DAYS) : today,
    ...(motivo !== undefined && { nota: motivo }),
    ...(porUserId !== undefined && { porUserId }),
  });
  await tx
    .updateTable('rewards')
    .set((eb) => ({ estoque: eb('estoque', '+', 1) }))
    .where('id', '=', redemption.reward_id)
    .execute();
  return moved;
}
