import type { z } from 'zod';
import type { Quote, QuoteInput } from '#lib/contract/orders.schema.ts';
import { dayIn, zoneOr } from '#lib/rules/time/zones.ts';
import type { Ctx } from '../../core/http/ctx.ts';
import { findOrderCoupon } from './coupons.ts';
import { freight, priceOrder } from './price-order.ts';
import { findLines, idsOf } from './products.ts';
import { buyerOf } from './queries.ts';

/** What an order would cost now. A coupon without effect is a remark, not a refusal. */
export async function quoteOrder(ctx: Ctx, { itens, cupom, entrega }: z.output<typeof QuoteInput>): Promise<Quote> {
  const { db, session, now, config } = ctx;
  const buyer = await buyerOf(db, session.userId);
  const lines = await findLines(db, itens);
  const today = dayIn(zoneOr(buyer.timezone, config.SCHOOL_TIME_ZONE), now());
  const found = cupom === undefined ? null : await findOrderCoupon(db, session.userId, cupom, today, idsOf(lines));
  const frete = freight(entrega.tipo === 'endereco' ? entrega.endereco : null, buyer.school_state);
  const discount = found && 'coupon' in found ? found.coupon : null;
  const { itens: priced, quantidade_total: _n, ...totals } = priceOrder(lines, discount, frete);
  return {
    ...totals,
    cupom_aviso: found && 'problem' in found ? found.problem : null,
    itens: priced.map(({ product, linha: _line, ...price }) => ({ codigo_produto: product.codigo, ...price })),
  };
}
