import type { Call } from './core.ts';
import type { calls as S } from './leads.schema.ts';

export const listLeads: Call<typeof S.listLeads> = { method: 'GET', path: 'portal/leads/' };
export const getLead: Call<typeof S.getLead> = { method: 'GET', path: 'portal/leads/{id}/' };
export const updateLead: Call<typeof S.updateLead> = { method: 'PATCH', path: 'portal/leads/{id}/' };
export const moveLeads: Call<typeof S.moveLeads> = { method: 'PATCH', path: 'portal/leads/' };
export const enrolLead: Call<typeof S.enrolLead> = {
  method: 'POST',
  path: 'portal/leads/{id}/enrol/',
  keyed: true,
};
export const downloadLeads: Call<typeof S.downloadLeads> = {
  method: 'GET',
  path: 'portal/leads/export/csv/',
  result: 'file',
  writes: true,
};
