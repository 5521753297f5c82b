import type { Route } from '../../../src/lib/rules/routes/route-table.ts';
import { ANA, pathOf, viewerOf } from '../../support/route-visits.ts';
import { newBroadcast, paymentLink } from './portal-test.ts';

/** The path of a page of the walk, after what it shows was made: a link that pays a bill, a message of the panel. */
export async function preparedPath(route: Route): Promise<string> {
  const isSent = route.name === 'push-notification-history-one';
  const id = /^push-.*-(edit|one)$/.test(route.name) ? await newBroadcast(viewerOf(route), { isSent }) : 1;
  return route.name === 'pagar' ? pathOf(route, id).replace('{token}', await paymentLink(ANA, 107)) : pathOf(route, id);
}
