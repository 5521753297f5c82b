import type { Call } from './core.ts';
import type { calls as S } from './finance-staff.schema.ts';

export const downloadSchoolReceipt: Call<typeof S.downloadSchoolReceipt> = {
  method: 'GET',
  path: 'portal/manager/finance/bills/{id}/receipt/',
  result: 'file',
};
export const downloadMonthClose: Call<typeof S.downloadMonthClose> = {
  method: 'GET',
  path: 'portal/manager/finance/close/csv/',
  result: 'file',
  writes: true,
};
