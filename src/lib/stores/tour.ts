import { api } from '#lib/api/browser.ts';
import type { TourRoute } from '#lib/contract/tour.schema.ts';
import { markTourDone } from '#lib/contract/tour.ts';

/** Stores that a tour is done. A failure is tried again at the next visit, as the server still shows it undone (TOUR-03). */
export const markDone = (route: string, userId: number) =>
  api(markTourDone, { body: { user_id: userId, [route as TourRoute]: true } }).catch(() => undefined);
