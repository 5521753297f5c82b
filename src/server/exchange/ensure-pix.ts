import { runningPix } from '../finance/pix-charge.ts';
import type { Ctx } from '../http/ctx.ts';
import { ownPayment } from './queries.ts';

/**
 * Makes the code of a payment that has none yet, also when an earlier try broke before the bank answered. A payment
 * that ended, or that uses another form, stays unchanged.
 */
export async function ensurePix(ctx: Ctx, id: number): Promise<void> {
  const { userId } = ctx.session;
  const row = await ownPayment(ctx.db, userId, id);
  if (row?.status !== 'pendente' || row.forma !== 'pix' || row.bill_status !== 'aberta' || row.expira_em === null)
    return;
  if (row.expira_em <= ctx.now().toISOString()) return;
  await runningPix(ctx, { userId, parcelaIds: [row.parcela_id], expiresAt: new Date(row.expira_em) });
}
