import type { Client } from '#lib/api/client.ts';
import { partOf } from '#lib/api/part.ts';
import { listCoupons, listOrders, listProducts } from '#lib/contract/orders.ts';
import { listClasses } from '#lib/contract/pedagogico.ts';

const SHOWN = 20;

/** The orders that an address asks for, the newest first, and the one that waits for its payment. */
export async function ownOrders(api: Client, search: URLSearchParams) {
  const wanted = search.get('estado') ?? '';
  const status = /^-?\d{1,3}$/.test(wanted) ? Number(wanted) : null;
  const page = Math.min(Math.max(Number(search.get('pagina')) || 1, 1), 1_000);
  const ofStatus = status === null ? {} : { status: String(status) };
  const [orders, unpaid] = await Promise.all([
    partOf(api(listOrders, { query: { ...ofStatus, limit: SHOWN, offset: (page - 1) * SHOWN } })),
    partOf(api(listOrders, { query: { status: '1', limit: 1 } })),
  ]);
  const olderPage = orders.ok && orders.data.total > page * SHOWN ? page + 1 : null;
  return { orders, status, olderPage, unpaid: unpaid.ok ? unpaid.data.items[0] : undefined };
}

/** What the school sells, the coupons, and the classes that an order belongs to. Connected, the franchise sells. */
export async function shopOf(api: Client, connected: boolean) {
  const [products, coupons, classes] = await Promise.all([
    connected ? null : partOf(api(listProducts)),
    partOf(api(listCoupons)),
    partOf(api(listClasses, { query: {} })),
  ]);
  return { products, coupons, classes };
}
