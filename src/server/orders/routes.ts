import type * as orders from '#lib/contract/orders.ts';
import { dayIn } from '#lib/rules/time/zones.ts';
import type { Ctx } from '../http/ctx.ts';
import type { Routes } from '../http/handler.ts';
import { once } from '../http/once.ts';
import { notFound } from '../http/refusal.ts';
import { cancelOrder } from './cancel-order.ts';
import { readCart, setCartItem } from './cart.ts';
import { listCouponRows, presentCoupon, readCoupon, useCoupon } from './coupons.ts';
import { createOrder } from './create-order.ts';
import { faixasOf } from './group-discount.ts';
import { countOrders } from './order-groups.ts';
import { prepareOrder } from './prepare-order.ts';
import { presentOrders } from './present.ts';
import { findProduct, presentProduct } from './products.ts';
import { ordersOf } from './queries.ts';
import { quoteOrder } from './quote-order.ts';

/** The line of a unit's price table when no product is named. */
const DEFAULT_LINE = 'A';

export const ordersRoutes: Routes<typeof orders> = {
  getProduct: async ({ params }, { db }) => presentProduct(await findProduct(db, params.code)),
  getProgressiveDiscount: async ({ params, query }, { db, session }) => {
    if (params.id !== session.companyId) throw notFound('Não encontramos esta unidade.');
    const linha = query.codigo_produto ? (await findProduct(db, query.codigo_produto)).linha : DEFAULT_LINE;
    return { company_id: params.id, linha, faixas: faixasOf(linha) };
  },
  prepareOrder: ({ body }, ctx) => prepareOrder(ctx, body.turma_aluno_id, body.codigo_produto),
  quoteOrder: ({ body }, ctx) => quoteOrder(ctx, body),
  setCartItem: async ({ body }, ctx) => {
    await ctx.db.transaction().execute((tx) => setCartItem(ctx, tx, body));
    return readCart(ctx);
  },
  createOrder: ({ body }, ctx) => {
    // A second try may have seen another price. It is the same order.
    const { total_visto_centavos: _seen, ...order } = body;
    return once(ctx, 'createOrder', order, (tx) => createOrder(ctx, tx, body));
  },
  cancelOrder: ({ params, body }, ctx) =>
    once(ctx, 'cancelOrder', { params, body }, (tx) => cancelOrder(ctx, tx, params.id, body.motivo)),
  listOrders: async ({ query }, { db, session }) => {
    const [rows, counts] = await Promise.all([
      ordersOf(db, session.userId, query),
      countOrders(db, session.userId, query),
    ]);
    return { items: await presentOrders(db, rows), ...counts, limit: query.limit, offset: query.offset };
  },
  listCoupons: async (_input, ctx) =>
    (await listCouponRows(ctx.db, ctx.session.userId, todayOf(ctx))).map(presentCoupon),
  getCoupon: async ({ params }, ctx) =>
    presentCoupon(await readCoupon(ctx.db, ctx.session.userId, params.name, todayOf(ctx))),
  updateCoupon: async ({ body }, ctx) => {
    const { db, session, now } = ctx;
    const today = todayOf(ctx);
    // A mark stays: without it, the coupon could be used twice.
    if (!body.usado) return presentCoupon(await readCoupon(db, session.userId, body.name, today));
    const used = db.transaction().execute((tx) => useCoupon(tx, session.userId, body.name, now(), today));
    return presentCoupon(await used);
  },
};

/** The day at the user's unit. */
const todayOf = ({ session, now }: Ctx): string => dayIn(session.timeZone, now());
