import type { z } from 'zod';
import type { Quote, QuoteInput } from '#lib/contract/orders.schema.ts';
import { dayIn, zoneOr } from '#lib/rules/time/zones.ts';
import type { Ctx } from '../../core/http/ctx.ts';
import { findOrderCoupon, type Line, maxInstallments, unitPrice } from './coupons.ts';
import { findLines, idsOf } from './products.ts';
import { buyerOf } from './queries.ts';

/** Freight in centavos: free to the school, otherwise by whether the address is in the school's state. */
export const FREIGHT_WITHIN_STATE = 1_990;
const FREIGHT_ELSEWHERE = 3_490;

/** @param to null: the student picks it up at the school. */
export function freight(to: { state: string } | null, schoolState: string): number {
  if (!to) return 0;
  return to.state === schoolState ? FREIGHT_WITHIN_STATE : FREIGHT_ELSEWHERE;
}

interface Discount {
  desconto_tipo: 'percentual' | 'valor';
  /** Per cent, or centavos. */
  desconto_valor: number;
  /** Ids of the products that it is valid for; absent: all. */
  produtos?: readonly number[];
}

/** The discount of a coupon on the items: at most their price. Centavos. */
export function couponDiscount({ desconto_tipo, desconto_valor }: Discount, items: number): number {
  const off = desconto_tipo === 'percentual' ? Math.round((items * desconto_valor) / 100) : desconto_valor;
  return Math.min(Math.max(off, 0), items);
}

export interface OrderLine {
  linha: Line;
  quantidade: number;
  product?: { id: number };
}

/**
 * Prices an order. All its books count together for the table, across lines (ORDER-18).
 *
 * @param frete centavos
 */
export function priceOrder<L extends OrderLine>(lines: readonly L[], discount: Discount | null, frete: number) {
  const n = lines.reduce((sum, { quantidade }) => sum + quantidade, 0);
  const itens = lines.map((line) => {
    const valor_unitario_centavos = unitPrice(line.linha, n);
    return { ...line, valor_unitario_centavos, total_centavos: line.quantidade * valor_unitario_centavos };
  });
  const items = itens.reduce((sum, { total_centavos }) => sum + total_centavos, 0);
  const subtotal = lines.reduce((sum, { linha, quantidade }) => sum + quantidade * unitPrice(linha, 1), 0);
  const chosen = discount?.produtos ?? [];
  const isChosen = ({ product }: OrderLine) => chosen.length === 0 || chosen.includes(product?.id ?? 0);
  const meant = itens.filter(isChosen).reduce((sum, { total_centavos }) => sum + total_centavos, 0);
  const off = discount ? couponDiscount(discount, meant) : 0;
  return {
    itens,
    quantidade_total: n,
    subtotal_centavos: subtotal,
    economia_centavos: subtotal - items,
    desconto_cupom_centavos: off,
    frete_centavos: frete,
    total_centavos: items - off + frete,
    parcelas_max: maxInstallments(n),
  };
}

/** The price of an order now. An ineffective coupon is a remark, not a refusal. */
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
