import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import type { calls, PreInvoice } from '#lib/contract/orders.schema.ts';
import { STATUS } from '#lib/rules/orders/status.ts';
import { dayIn, zoneOr } from '#lib/rules/time/zones.ts';
import { orderMessages } from '#lib/words/orders.ts';
import type { Db } from '../../core/db/connection.ts';
import type { Ctx } from '../../core/http/ctx.ts';
import { conflict, refused } from '../../core/http/refusal.ts';
import { notifyStaff } from '../../messages/inbox/notify-staff.ts';
import { ownEnrollment } from '../../study/pedagogico/class.ts';
import { takeFromCart } from './cart.ts';
import { couponRefusal, faixasOf, findOrderCoupon, takeCoupon } from './coupons.ts';
import { openForPayment, payUntil } from './order-status.ts';
import { freight, priceOrder } from './price.ts';
import { findLines, findProduct, idsOf, levelMiss, presentProduct, testedLevel } from './products.ts';
import { type Buyer, buyerOf } from './queries.ts';
import { deskOf, readOrder } from './school-orders.ts';
import { writeHistory } from './transitions.ts';

type OrderInput = z.output<(typeof calls.createOrder)['body']>;

/**
 * Places an order inside a transaction. All prices come from the server; the page's prices do not count.
 *
 * @throws Refusal 400 for too many instalments, 404 for an unknown item, 409 for one that is not available now, for a
 *   cart that changed, and for another total than the buyer saw.
 */
export async function createOrder(ctx: Ctx, tx: Db, input: OrderInput): Promise<PreInvoice> {
  const { session, config } = ctx;
  const at = ctx.now();
  const buyer = await buyerOf(tx, session.userId);
  if (input.turma_aluno_id !== undefined) {
    await ownEnrollment(tx, session.userId, { turma_aluno_id: input.turma_aluno_id });
  }
  const lines = await findLines(tx, input.itens);
  if (input.carrinho) await takeFromCart(tx, session.userId, lines);
  const coupon = await requestedCoupon(ctx, tx, buyer, input.cupom, idsOf(lines));
  const address = input.entrega.tipo === 'endereco' ? input.entrega.endereco : null;
  const { itens, ...totals } = priceOrder(lines, coupon, freight(address, buyer.school_state));
  if ((input.total_visto_centavos ?? totals.total_centavos) !== totals.total_centavos) {
    throw conflict(orderMessages.totalChanged(totals.total_centavos));
  }
  if (input.parcelas > totals.parcelas_max) {
    const words = `Este pedido pode ser pago em até ${totals.parcelas_max} vezes.`;
    throw refused(words, { parcelas: words });
  }
  const products = lines.map(({ product }) => product);
  const needsTest = products.some(({ exige_teste_nivel }) => exige_teste_nivel);
  const level = needsTest ? await testedLevel(tx, session.userId) : null;
  // The test is missing, or shows that the book is too hard. The school decides the second case.
  const isWaiting = needsTest && (level === null || levelMiss(products, level) !== null);
  const status = isWaiting ? STATUS.waitingForTest : STATUS.waitingForPayment;
  const { id } = await tx
    .insertInto('pedidos')
    .values({
      // The number is derived from the id, which the database assigns later.
      numero: randomUUID().slice(0, 20),
      user_id: session.userId,
      drive_user_id: buyer.drive_user_id,
      company_id: buyer.company_id,
      turma_aluno_id: input.turma_aluno_id ?? null,
      status,
      ...totals,
      cupom_id: coupon?.id ?? null,
      parcelas: input.parcelas,
      entrega_tipo: input.entrega.tipo,
      endereco: address && JSON.stringify(address),
      criado_em: at.toISOString(),
      pagar_ate: isWaiting ? null : payUntil(at),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const numero = numberOf(id);
  await tx.updateTable('pedidos').set({ numero }).where('id', '=', id).execute();
  await tx
    .insertInto('pedido_itens')
    .values(
      itens.map(({ product, quantidade, valor_unitario_centavos, total_centavos }, index) => ({
        pedido_id: id,
        n: index + 1,
        codigo_produto: product.codigo,
        nome: product.nome,
        quantidade,
        valor_unitario_centavos,
        total_centavos,
      })),
    )
    .execute();
  await writeHistory(tx, id, status, { by: 'aluno', at, userId: session.userId });
  if (coupon) await takeCoupon(tx, { cupom_id: coupon.id, user_id: session.userId, pedido_id: id }, at);
  if (!isWaiting) {
    const { total_centavos, parcelas_max } = totals;
    const order = { id, numero, user_id: session.userId, company_id: buyer.company_id, total_centavos, parcelas_max };
    await openForPayment(tx, order, at, config);
  }
  await notifyStaff(tx, at, {
    kind: 'pedido_novo',
    about: id,
    params: {
      ...{ id, numero, centavos: totals.total_centavos },
      espera: !isWaiting ? 'pagamento' : level === null ? 'teste' : 'escola',
    },
    at: { unitId: buyer.company_id },
  });
  return readOrder(tx, session.userId, id);
}

/** `P-000123`: short enough to say on the telephone. */
const numberOf = (id: number): string => `P-${String(id).padStart(6, '0')}`;

async function requestedCoupon(
  { session, now, config }: Ctx,
  tx: Db,
  buyer: Buyer,
  name: string | undefined,
  products: number[],
) {
  if (name === undefined) return null;
  const today = dayIn(zoneOr(buyer.timezone, config.SCHOOL_TIME_ZONE), now());
  const found = await findOrderCoupon(tx, session.userId, name, today, products);
  if ('problem' in found) throw couponRefusal(found.problem, found.status);
  return found.coupon;
}

type Prepared = z.input<(typeof calls.prepareOrder)['result']>;

/** The products of an order, and why they cannot be ordered, in words (API-45). @throws Refusal 404 for an unknown product */
export async function prepareOrder(ctx: Ctx, code: string): Promise<Prepared> {
  const product = await findProduct(ctx.db, code);
  return { ...(await deskOf(ctx, [product])), produto: presentProduct(product), faixas: faixasOf(product.linha) };
}
