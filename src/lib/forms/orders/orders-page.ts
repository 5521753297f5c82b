import { partOf } from '#lib/api/part.ts';
import { listCoupons, listOrders } from '#lib/contract/orders.ts';
import { listClasses } from '#lib/contract/pedagogico.ts';
import type { PageApi } from '#lib/page/page-session.ts';
import { groupOf, readGroup } from '#lib/rules/orders/groups.ts';

const SHOWN = 20;

/** The orders of the requested group, and the first order that is unpaid. */
export async function ownOrders(api: PageApi, search: URLSearchParams) {
  const grupo = readGroup(search);
  const page = Math.min(Math.max(Number(search.get('pagina')) || 1, 1), 1_000);
  const [orders, unpaid] = await Promise.all([
    partOf(api(listOrders, { query: { grupo, limit: SHOWN, offset: (page - 1) * SHOWN } })),
    grupo === 'andamento' ? partOf(api(listOrders, { query: { status: '1', grupo, limit: 1 } })) : null,
  ]);
  const olderPage = orders.ok && orders.data.total > page * SHOWN ? page + 1 : null;
  // A connected host may not support groups, and answers with all orders.
  const shown = orders.ok ? orders.data.items.filter(({ status }) => groupOf(status.id) === grupo) : [];
  return { orders, shown, grupo, olderPage, unpaid: unpaid?.ok ? unpaid.data.items[0] : undefined };
}

/**
 * The shop, the cart, the coupons, and the classes that an order may belong to. In connected mode the franchise sells.
 */
export async function shopOf(api: PageApi, connected: boolean) {
  const [products, cart, coupons, classes] = await Promise.all([
    connected ? null : partOf(api.orders.listProducts()),
    connected ? null : partOf(api.orders.getCart()),
    partOf(api(listCoupons)),
    partOf(api(listClasses, { query: {} })),
  ]);
  return { products, cart: cart?.ok ? cart.data : null, coupons, classes };
}
