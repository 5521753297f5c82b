import type { OrderGroup } from '#lib/contract/orders.schema.ts';
import { STATUS } from './status.ts';

/** The groups of the list of orders, in this order. */
export const orderGroups = ['andamento', 'entregues', 'cancelados'] as const satisfies readonly OrderGroup[];

/** The two final statuses. Any other status, also one that only a connected host has, is in progress. */
export const endOf = { entregues: STATUS.delivered, cancelados: STATUS.cancelled } as const;

/** The group of a status. */
export function groupOf(status: number): OrderGroup {
  if (status === STATUS.delivered) return 'entregues';
  return status === STATUS.cancelled ? 'cancelados' : 'andamento';
}

/** The group in an address; the default is in progress. */
export const readGroup = (search: URLSearchParams): OrderGroup =>
  orderGroups.find((each) => each === search.get('grupo')) ?? 'andamento';
