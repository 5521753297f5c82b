import type { Ctx } from '../../core/http/ctx.ts';
import { issueBoleto } from '../finance/boleto.ts';
import { runningPix } from '../finance/pix-charge.ts';
import { ownPayment, type PaymentRow } from './queries.ts';

/** A payment in this form that still waits. One that ended, or that uses another form, stays unchanged. */
async function waiting(ctx: Ctx, id: number, forma: PaymentRow['forma']) {
  const row = await ownPayment(ctx.db, ctx.session.userId, id);
  if (row?.status !== 'pendente' || row.forma !== forma || row.bill_status !== 'aberta') return undefined;
  return row.expira_em !== null && row.expira_em > ctx.now().toISOString()
    ? { parcelaId: row.parcela_id, expiresAt: new Date(row.expira_em) }
    : undefined;
}

/** Makes the code of a payment that has none yet, also when an earlier try broke before the bank answered. */
export async function ensurePix(ctx: Ctx, id: number): Promise<void> {
  const open = await waiting(ctx, id, 'pix');
  if (!open) return;
  const { parcelaId, expiresAt } = open;
  await runningPix(ctx, { userId: ctx.session.userId, parcelaIds: [parcelaId], expiresAt });
}

/** Issues the boleto of a payment. The rate holds until banks have told whether it was paid. */
export async function ensureBoleto(ctx: Ctx, id: number): Promise<void> {
  const open = await waiting(ctx, id, 'boleto');
  if (!open) return;
  const { expira_em } = await issueBoleto(ctx, { userId: ctx.session.userId, parcelaId: open.parcelaId });
  await ctx.db
    .updateTable('cambio_pagamentos')
    .set({ expira_em })
    .where('id', '=', id)
    .where('status', '=', 'pendente')
    .execute();
}
