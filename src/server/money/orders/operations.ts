import { z } from 'zod';
import { Cart, CouponInput, Quote, QuoteInput } from '#lib/contract/orders.schema.ts';
import * as contract from '#lib/contract/orders.ts';
import { OneId, UndoToken } from '#lib/contract/shapes.schema.ts';
import { STATUS } from '#lib/rules/orders/status.ts';
import { dayIn } from '#lib/rules/time/zones.ts';
import type { Ctx } from '../../core/http/ctx.ts';
import { once } from '../../core/http/once.ts';
import { endpoint, islandOperation, operation, staffOperation } from '../../core/http/operation.ts';
import { notFound } from '../../core/http/refusal.ts';
import { buyer, owner, staff, staffOfWholeSchool, user } from '../../core/http/who.ts';
import { ownEnrollment } from '../../study/pedagogico/class.ts';
import { countCart, readCart, setCartItem } from './cart.ts';
import { faixasOf, listCouponRows, presentCoupon, readCoupon, useCoupon } from './coupons.ts';
import { createOrder, prepareOrder } from './create-order.ts';
import { cancelOrder } from './end-order.ts';
import {
  createSchoolProductInput,
  listSchoolCouponsInput,
  listSchoolOrdersInput,
  listSchoolProductsInput,
  setCartItemInput,
  updateOrdersInput,
  updateSchoolCouponInput,
  updateSchoolProductInput,
} from './inputs.ts';
import { createSchoolCoupon, listSchoolCoupons, updateSchoolCoupon } from './manage-coupons.ts';
import { countOrders } from './order-groups.ts';
import { undoOrders, updateOrders } from './order-status.ts';
import { presentOrders } from './present.ts';
import { quoteOrder } from './price.ts';
import {
  createSchoolProduct,
  findNextBook,
  findProduct,
  listSchoolProducts,
  presentProduct,
  updateSchoolProduct,
} from './products.ts';
import { activeProducts, ordersOf } from './queries.ts';
import { listSchoolOrders, ownOrder, presentOrder, readSchoolOrder } from './school-orders.ts';

/** The operations of orders. */
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
    who: { ...buyer, ...owner('order', (ctx, { id }) => ownOrder(ctx.db, ctx.session.userId, id)) },
    does: 'reads',
    connected: 'composed',
    input: OneId,
    run: (_input, { db, thing }) => presentOrder(db, thing),
  }),
  /** Moves some orders of the own school to the next step, or refuses one. */
  updateOrders: staffOperation({
    who: staff('pedidos', 'order'),
    does: 'writes',
    connected: 'staff',
    input: updateOrdersInput,
    reauthenticate: ({ status_id }) => status_id === STATUS.cancelled,
    keyed: true,
    run: (input, ctx) => updateOrders(ctx, input),
  }),
  /** Undoes steps that the user took within the last minute. */
  undoOrders: staffOperation({
    who: staff('pedidos'),
    does: 'writes',
    connected: 'staff',
    input: UndoToken,
    run: ({ desfazer }, ctx) => undoOrders(ctx, desfazer),
  }),
  /** Orders of the own school, the newest first. */
  listSchoolOrders: staffOperation({
    who: staff('pedidos'),
    does: 'reads',
    connected: 'staff',
    input: listSchoolOrdersInput,
    run: (query, ctx) => listSchoolOrders(ctx, query),
  }),
  /** One order of the own school. */
  getSchoolOrder: staffOperation({
    who: staff('pedidos', 'order'),
    does: 'reads',
    connected: 'staff',
    input: OneId,
    run: ({ id }, ctx) => readSchoolOrder(ctx, id),
  }),
  /** Coupons of the own school and of the network, the newest first, with the products that they may be limited to. */
  listSchoolCoupons: staffOperation({
    who: staff('financeiro'),
    does: 'reads',
    connected: 'staff',
    input: listSchoolCouponsInput,
    run: (query, ctx) => listSchoolCoupons(ctx, query),
  }),
  /** Creates a coupon for orders of the own school. */
  createSchoolCoupon: staffOperation({
    who: staffOfWholeSchool('financeiro'),
    does: 'writes',
    connected: 'staff',
    input: CouponInput,
    reauthenticate: 'by data',
    run: (body, ctx) => createSchoolCoupon(ctx, body),
  }),
  /** Changes, ends or reopens a coupon; its code stays. */
  updateSchoolCoupon: staffOperation({
    who: staffOfWholeSchool('financeiro', 'coupon'),
    does: 'writes',
    connected: 'staff',
    input: updateSchoolCouponInput,
    reauthenticate: 'by data',
    run: (input, ctx) => updateSchoolCoupon(ctx, input),
  }),
  /** All products, including those not on sale. */
  listSchoolProducts: staffOperation({
    who: staff('financeiro'),
    does: 'reads',
    connected: 'staff',
    input: listSchoolProductsInput,
    run: (query, ctx) => listSchoolProducts(ctx, query),
  }),
  /** Creates a product; its picture is the cover of its book. */
  createSchoolProduct: staffOperation({
    who: staffOfWholeSchool('financeiro'),
    does: 'writes',
    connected: 'staff',
    input: createSchoolProductInput,
    run: (body, ctx) => createSchoolProduct(ctx, body),
  }),
  /** Changes price line, stock and state of a product. */
  updateSchoolProduct: staffOperation({
    who: staffOfWholeSchool('financeiro'),
    does: 'writes',
    connected: 'staff',
    input: updateSchoolProductInput,
    run: (input, ctx) => updateSchoolProduct(ctx, input),
  }),
  getProduct: endpoint(contract.getProduct, {
    who: user,
    connected: 'host',
    run: async ({ params }, { db }) => presentProduct(await findProduct(db, params.code)),
  }),
  getProgressiveDiscount: endpoint(contract.getProgressiveDiscount, {
    who: buyer,
    connected: 'host',
    run: async ({ params, query }, { db, session }) => {
      if (params.id !== session.companyId) throw notFound('Não encontramos esta unidade.');
      const linha = query.codigo_produto ? (await findProduct(db, query.codigo_produto)).linha : DEFAULT_LINE;
      return { company_id: params.id, linha, faixas: faixasOf(linha) };
    },
  }),
  prepareOrder: endpoint(contract.prepareOrder, {
    who: {
      ...buyer,
      ...owner('enrollment', ({ db, session }, { turma_aluno_id }: { turma_aluno_id: number }) =>
        ownEnrollment(db, session.userId, { turma_aluno_id }),
      ),
    },
    connected: 'host',
    run: ({ body }, ctx) => prepareOrder(ctx, body.codigo_produto),
  }),
  /** What an order would cost. */
  quoteOrder: islandOperation({
    who: buyer,
    does: 'writes',
    connected: 'composed',
    input: QuoteInput,
    result: Quote,
    run: (body, ctx) => quoteOrder(ctx, body),
  }),
  /** Sets the quantity of a product in the own cart; 0 removes it. */
  setCartItem: islandOperation({
    who: buyer,
    does: 'writes',
    connected: 'products',
    input: setCartItemInput,
    result: Cart,
    run: async (body, ctx) => {
      await ctx.db.transaction().execute((tx) => setCartItem(ctx, tx, body));
      return readCart(ctx);
    },
  }),
  createOrder: endpoint(contract.createOrder, {
    who: { ...buyer, of: 'enrollment' },
    connected: 'host',
    run: ({ body }, ctx) => {
      // A repeated request may show another price, but is the same order.
      const { total_visto_centavos: _seen, ...order } = body;
      return once(ctx, 'createOrder', order, (tx) => createOrder(ctx, tx, body));
    },
  }),
  cancelOrder: endpoint(contract.cancelOrder, {
    who: { ...buyer, of: 'order' },
    connected: 'host',
    run: ({ params, body }, ctx) =>
      once(ctx, 'cancelOrder', { params, body }, (tx) => cancelOrder(ctx, tx, params.id, body.motivo)),
  }),
  listOrders: endpoint(contract.listOrders, {
    who: buyer,
    connected: 'host',
    run: async ({ query }, { db, session }) => {
      const [rows, counts] = await Promise.all([
        ordersOf(db, session.userId, query),
        countOrders(db, session.userId, query),
      ]);
      return { items: await presentOrders(db, rows), ...counts, limit: query.limit, offset: query.offset };
    },
  }),
  listCoupons: endpoint(contract.listCoupons, {
    who: user,
    connected: 'host',
    run: async (_input, ctx) => (await listCouponRows(ctx.db, ctx.session.userId, todayOf(ctx))).map(presentCoupon),
  }),
  getCoupon: endpoint(contract.getCoupon, {
    who: user,
    connected: 'host',
    run: async ({ params }, ctx) =>
      presentCoupon(await readCoupon(ctx.db, ctx.session.userId, params.name, todayOf(ctx))),
  }),
  updateCoupon: endpoint(contract.updateCoupon, {
    who: user,
    connected: 'host',
    run: async ({ body }, ctx) => {
      const { db, session, now } = ctx;
      const today = todayOf(ctx);
      // A used coupon stays used: otherwise it could be used twice.
      if (!body.usado) return presentCoupon(await readCoupon(db, session.userId, body.name, today));
      const used = db.transaction().execute((tx) => useCoupon(tx, session.userId, body.name, now(), today));
      return presentCoupon(await used);
    },
  }),
};

/** The line of a unit's price table when no product is named. */
const DEFAULT_LINE = 'A';

/** The day at the user's unit. */
const todayOf = ({ session, now }: Ctx): string => dayIn(session.timeZone, now());
