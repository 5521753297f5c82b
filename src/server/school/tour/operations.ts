import { type DriverTour, TourRoute } from '#lib/contract/tour.schema.ts';
import * as contract from '#lib/contract/tour.ts';
import { endpoint } from '../../core/http/operation.ts';
import { invalid } from '../../core/http/refusal.ts';
import { userNamedInBody } from '../../core/http/who.ts';

/** What the area offers. */
export const tourOperations = {
  markTourDone: endpoint(contract.markTourDone, {
    who: userNamedInBody,
    connected: 'host',
    scopes: ['book'],
    run: async ({ body }, { db, session, now }) => {
      const routes = TourRoute.options.filter((route) => body[route] === true);
      if (routes.length === 0) throw invalid('Informe qual tour terminou.');
      await db
        .insertInto('driver_tours')
        .values(routes.map((route) => ({ user_id: session.userId, route, done_at: now().toISOString() })))
        .onConflict((conflict) => conflict.columns(['user_id', 'route']).doNothing())
        .execute();
      return { driver_tour: Object.fromEntries(routes.map((route) => [route, true])) as DriverTour };
    },
  }),
};
