import type { Resgate } from '#lib/contract/club.schema.ts';
import { dayIn } from '#lib/rules/time/zones.ts';
import type { Ctx, Db } from '../core/http/ctx.ts';
import { notFound } from '../core/http/refusal.ts';
import { moveRedemption } from './move-redemption.ts';
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
