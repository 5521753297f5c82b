import type { Call } from './core.ts';
import type { calls as S } from './tour.schema.ts';

export const markTourDone: Call<typeof S.markTourDone> = { method: 'POST', path: 'driver-tour/' };
