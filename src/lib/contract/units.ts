import type { Call } from './core.ts';
import type { calls as S } from './units.schema.ts';

export const listUnits: Call<typeof S.listUnits> = { method: 'GET', path: 'portal/manager/units/' };
export const getUnit: Call<typeof S.getUnit> = { method: 'GET', path: 'portal/manager/units/{id}/' };
export const createUnit: Call<typeof S.createUnit> = { method: 'POST', path: 'portal/manager/units/' };
export const updateUnit: Call<typeof S.updateUnit> = { method: 'PUT', path: 'portal/manager/units/{id}/' };
export const closeUnit: Call<typeof S.closeUnit> = { method: 'POST', path: 'portal/manager/units/{id}/close/' };
export const reopenUnit: Call<typeof S.reopenUnit> = { method: 'POST', path: 'portal/manager/units/{id}/reopen/' };
