import type { Call } from './core.ts';
import type { calls as S } from './leads.schema.ts';
export const downloadLeads: Call<typeof S.downloadLeads> = {
  method: 'GET',
  path: 'portal/leads/export/csv/',
  result: 'file',
  writes: true,
};
