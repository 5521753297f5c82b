import { z } from 'zod';
import type { CallSchema } from './core.ts';
import { Id } from './shapes.schema.ts';

/** Routes that have a tour (TOUR-09). A closed list: a free key from the caller could reach the object's prototype. */
export const TourRoute = z.enum(['dashboard', 'pedagogico-list', 'minha-pratica', 'professor', 'manager-panel']);
export type TourRoute = z.infer<typeof TourRoute>;

export const DriverTour = z.partialRecord(TourRoute, z.literal(true));
export type DriverTour = z.infer<typeof DriverTour>;

export const calls = {
  markTourDone: {
    summary: 'Marks the guided tour of one route as done',
    ledger: 'API-58',
    body: z.intersection(z.object({ user_id: Id }), DriverTour),
    result: z.object({ driver_tour: DriverTour }),
  },
} satisfies Record<string, CallSchema>;
