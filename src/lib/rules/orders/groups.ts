import type { OrderGroup } from '#lib/contract/orders.schema.ts';
import { STATUS } from './status.ts';

/** How the list of orders is told apart, in this order. */
export const orderGroups = ['andamento', 'entregues', 'cancelados'] as const satisfies readonly OrderGroup[];

/** The two ends. Whatever else an order is, also a status that only a connected host knows, is under way. */
export const endOf = { entregues: STATUS.delivered, cancelados: STATUS.cancelled } as const;

/** The group of a status. */
export function groupOf(status: number): OrderGroup {
  if (status === STATUS.delivered) return 'entregues';
  return status === STATUS.cancelled ? 'cancelados' : 'andamento';
}

/** The group that an address names; what is under way comes first. */
export const readGroup = (search: URLSearchParams): OrderGroup =>
  orderGroups.find((each) => each === search.get('grupo')) ?? 'andamento';
