import { z } from 'zod';
import { OneId } from '#lib/contract/shapes.schema.ts';
import { STATUS } from '#lib/rules/orders/status.ts';
import { operation } from '../http/operation.ts';
import { buyer, staff, staffOfWholeSchool } from '../http/who.ts';
import { countCart, readCart } from './cart.ts';
import {
  createSchoolCouponInput,
  createSchoolProductInput,
  listSchoolOrdersInput,
  moveOrdersInput,
  updateOrderStatusInput,
  updateSchoolCouponInput,
  updateSchoolProductInput,
} from './inputs.ts';
import { createSchoolCoupon, listSchoolCoupons, updateSchoolCoupon } from './manage-coupons.ts';
import { createSchoolProduct, listSchoolProducts, updateSchoolProduct } from './manage-products.ts';
import { moveOrders } from './move-orders.ts';
import { findNextBook } from './next-book.ts';
import { presentProduct } from './products.ts';
import { activeProducts } from './queries.ts';
import { readOrder } from './read-order.ts';
import { listSchoolOrders, readSchoolOrder } from './school-orders.ts';
import { updateOrderStatus } from './update-order-status.ts';

/** What the area offers. */
export const ordersOperations = {
  /** What can be ordered. */
  listProducts: operation({
    who: buyer,
    does: 'reads',
    connected: 'products',
    input: z.object({}),
    run: async (_input, { db, session }) => {
      const rows = await activeProducts(db);
      const next = await findNextBook(db, session.userId, rows);
      return rows.map((row) => ({ ...presentProduct(row), proximo: row.codigo === next }));
    },
  }),
  /** The own cart with its price. */
  getCart: operation({
    who: buyer,
    does: 'reads',
    connected: 'products',
    input: z.object({}),
    run: (_input, ctx) => readCart(ctx),
  }),
  /** How many pieces in the own cart can be ordered now. */
  countCart: operation({
    who: buyer,
    does: 'reads',
    connected: 'products',
    input: z.object({}),
    run: async (_input, { db, session }) => ({ quantidade_total: await countCart(db, session.userId) }),
  }),
  /** One own order. */
  getOrder: operation({
    who: { ...buyer, of: 'order' },
    does: 'reads',
    connected: 'composed',
    input: OneId,
    run: ({ id }, { db, session }) => readOrder(db, session.userId, id),
  }),
  /** Moves an order of the own school on (manager). */
  updateOrderStatus: operation({
    who: staff('pedidos', 'order'),
    does: 'writes',
    connected: 'staff',
    input: updateOrderStatusInput,
    proof: ({ status_id }) => status_id === STATUS.cancelled,
    run: ({ id, ...body }, ctx) => updateOrderStatus(ctx, id, body),
  }),
  /** Moves several orders of the own school one step on, or takes that step back within the hour (manager). */
  moveOrders: operation({
    who: staff('pedidos'),
    does: 'writes',
    connected: 'staff',
    input: moveOrdersInput,
    run: (body, ctx) => moveOrders(ctx, body),
  }),
  /** Orders of the own school, the newest first (manager). */
  listSchoolOrders: operation({
    who: staff('pedidos'),
    does: 'reads',
    connected: 'staff',
    input: listSchoolOrdersInput,
    run: (query, ctx) => listSchoolOrders(ctx, query),
  }),
  /** One order of the own school (manager). */
  getSchoolOrder: operation({
    who: staff('pedidos', 'order'),
    does: 'reads',
    connected: 'staff',
    input: OneId,
    run: ({ id }, ctx) => readSchoolOrder(ctx, id),
  }),
  /** Coupons of the own school and of the network, with the products that they may name. */
  listSchoolCoupons: operation({
    who: staff('financeiro'),
    does: 'reads',
    connected: 'staff',
    input: z.object({}),
    run: (_input, ctx) => listSchoolCoupons(ctx),
  }),
  /** Makes a coupon for orders of the own school. */
  createSchoolCoupon: operation({
    who: staffOfWholeSchool('financeiro'),
    does: 'writes',
    connected: 'staff',
    input: createSchoolCouponInput,
    proof: 'by data',
    run: (body, ctx) => createSchoolCoupon(ctx, body),
  }),
  /** Changes, ends or reopens a coupon; its code stays. */
  updateSchoolCoupon: operation({
    who: staffOfWholeSchool('financeiro', 'coupon'),
    does: 'writes',
    connected: 'staff',
    input: updateSchoolCouponInput,
    proof: 'by data',
    run: ({ id, ...body }, ctx) => updateSchoolCoupon(ctx, id, body),
  }),
  /** All products, those that are not sold too. */
  listSchoolProducts: operation({
    who: staff('financeiro'),
    does: 'reads',
    connected: 'staff',
    input: z.object({}),
    run: (_input, ctx) => listSchoolProducts(ctx),
  }),
  /** Makes a product; its picture is the cover of its book. */
  createSchoolProduct: operation({
    who: staffOfWholeSchool('financeiro'),
    does: 'writes',
    connected: 'staff',
    input: createSchoolProductInput,
    run: (body, ctx) => createSchoolProduct(ctx, body),
  }),
  /** Changes price line, stock and state of a product. */
  updateSchoolProduct: operation({
    who: staffOfWholeSchool('financeiro'),
    does: 'writes',
    connected: 'staff',
    input: updateSchoolProductInput,
    run: ({ code, ...body }, ctx) => updateSchoolProduct(ctx, code, body),
  }),
};
