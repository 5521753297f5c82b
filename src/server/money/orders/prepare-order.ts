import type { z } from 'zod';
import type { calls } from '#lib/contract/orders.schema.ts';
import type { Ctx } from '../../core/http/ctx.ts';
import { deskOf } from './desk.ts';
import { faixasOf } from './group-discount.ts';
import { findProduct, presentProduct } from './products.ts';

type Prepared = z.input<(typeof calls.prepareOrder)['result']>;

/** What a student may order, and what prevents it, in words (API-45). @throws Refusal 404 for an unknown product */
export async function prepareOrder(ctx: Ctx, code: string): Promise<Prepared> {
  const product = await findProduct(ctx.db, code);
  return { ...(await deskOf(ctx, [product])), produto: presentProduct(product), faixas: faixasOf(product.linha) };
}
