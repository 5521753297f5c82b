import type { tripCalls as S } from './abroad-trips.schema.ts';
import type { Call } from './core.ts';

export const listSchoolTrips: Call<typeof S.listSchoolTrips> = { method: 'GET', path: 'portal/manager/abroad/trips/' };
export const getSchoolTrip: Call<typeof S.getSchoolTrip> = {
  method: 'GET',
  path: 'portal/manager/abroad/trips/{id}/',
};
export const listTripChoices: Call<typeof S.listTripChoices> = {
  method: 'GET',
  path: 'portal/manager/abroad/trip-choices/',
};
export const createTrip: Call<typeof S.createTrip> = {
  method: 'POST',
  path: 'portal/manager/abroad/trips/',
  keyed: true,
};
export const updateTrip: Call<typeof S.updateTrip> = { method: 'PUT', path: 'portal/manager/abroad/trips/{id}/' };
export const setTripState: Call<typeof S.setTripState> = {
  method: 'POST',
  path: 'portal/manager/abroad/trips/{id}/state/',
};
