import { STATUS } from '#lib/rules/orders/status.ts';
import { DAY_MS } from '#lib/rules/time/spans.ts';
import { dayIn } from '#lib/rules/time/zones.ts';
import type { Db } from '../../core/db/connection.ts';
import { type Zoned, zoneOfUnit } from '../../core/db/people.ts';
import { openBill } from '../finance/open-bill.ts';
import { billOf } from './queries.ts';
import { tryMoveOrder } from './transitions.ts';

/** Counted from the start of status 1 (ORDER-15). */
const PAY_WITHIN_MS = 7 * DAY_MS;

interface Payable {
  id: number;
  numero: string;
  user_id: number;
  company_id: number;
  total_centavos: number;
  parcelas_max: number;
}

export const payUntil = (at: Date): string => new Date(at.getTime() + PAY_WITHIN_MS).toISOString();

/** Opens the bill of an order that entered status 1, if it has none. When a coupon pays it all, the order moves on. */
export async function openForPayment(tx: Db, order: Payable, at: Date, config: Zoned): Promise<void> {
  if (order.total_centavos === 0) {
    const paid = { by: 'sistema' as const, at, set: { pago_em: at.toISOString() } };
    await tryMoveOrder(tx, { id: order.id, status: STATUS.waitingForPayment }, STATUS.toAttend, paid);
    return;
  }
  if (await billOf(tx, order.id)) return;
  const zone = await zoneOfUnit(tx, config, order.company_id);
  await openBill(tx, {
    userId: order.user_id,
    unitId: order.company_id,
    kind: 'pedido',
    id: order.id,
    descricao: `Pedido ${order.numero}`,
    valorCentavos: order.total_centavos,
    parcelasMax: order.parcelas_max,
    vencimento: dayIn(zone, new Date(payUntil(at))),
  });
}
