import type { z } from 'zod';
import type { calls } from '#lib/contract/orders.schema.ts';
import type { Ctx } from '../http/ctx.ts';
import { ownEnrolment } from '../pedagogico/enrolment.ts';
import { deskOf } from './desk.ts';
import { faixasOf } from './group-discount.ts';
import { findProduct, presentProduct } from './products.ts';

type Prepared = z.input<(typeof calls.prepareOrder)['result']>;

/** What a student may order for an enrolment, and what prevents it, in words (API-45). @throws Refusal 404 */
export async function prepareOrder(ctx: Ctx, turmaAlunoId: number, code: string): Promise<Prepared> {
  const { db, session } = ctx;
  await ownEnrolment(db, session.userId, { turma_aluno_id: turmaAlunoId });
  const product = await findProduct(db, code);
  return { ...(await deskOf(ctx, [product])), produto: presentProduct(product), faixas: faixasOf(product.linha) };
}
