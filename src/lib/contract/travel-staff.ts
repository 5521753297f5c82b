import type { Call } from './core.ts';
import type { staffCalls as S } from './travel-staff.schema.ts';

const campaigns = 'portal/manager/travel/campaigns/';
export const uploadCampaignPicture: Call<typeof S.uploadCampaignPicture> & { body: 'multipart' } = {
  method: 'POST',
  path: `${campaigns}{id}/picture/`,
  body: 'multipart',
};
export const downloadParticipants: Call<typeof S.downloadParticipants> & { result: 'file' } = {
  method: 'GET',
  path: `${campaigns}{id}/participants/csv/`,
  result: 'file',
  writes: true,
};
export const printTickets: Call<typeof S.printTickets> & { result: 'file' } = {
  method: 'GET',
  path: `${campaigns}{id}/tickets/pdf/`,
  result: 'file',
  writes: true,
};
