import type { Call } from './core.ts';
import type { staffCalls as S } from './travel-staff.schema.ts';

const campaigns = 'portal/manager/travel/campaigns/';

export const listManagedCampaigns: Call<typeof S.listManagedCampaigns> = { method: 'GET', path: campaigns };
export const createCampaign: Call<typeof S.createCampaign> = { method: 'POST', path: campaigns };
export const getManagedCampaign: Call<typeof S.getManagedCampaign> = { method: 'GET', path: `${campaigns}{id}/` };
export const updateCampaign: Call<typeof S.updateCampaign> = { method: 'PUT', path: `${campaigns}{id}/` };
export const publishCampaign: Call<typeof S.publishCampaign> = { method: 'POST', path: `${campaigns}{id}/publish/` };
export const uploadCampaignPicture: Call<typeof S.uploadCampaignPicture> & { body: 'multipart' } = {
  method: 'POST',
  path: `${campaigns}{id}/picture/`,
  body: 'multipart',
};
export const listParticipants: Call<typeof S.listParticipants> = {
  method: 'GET',
  path: `${campaigns}{id}/participants/`,
};
export const downloadParticipants: Call<typeof S.downloadParticipants> & { result: 'file' } = {
  method: 'GET',
  path: `${campaigns}{id}/participants/csv/`,
  result: 'file',
  writes: true,
};
export const cancelParticipation: Call<typeof S.cancelParticipation> = {
  method: 'POST',
  path: 'portal/manager/travel/participations/{id}/cancel/',
};
export const listTicketBatches: Call<typeof S.listTicketBatches> = { method: 'GET', path: `${campaigns}{id}/tickets/` };
export const makeTickets: Call<typeof S.makeTickets> & { keyed: true } = {
  method: 'POST',
  path: `${campaigns}{id}/tickets/`,
  keyed: true,
};
export const printTickets: Call<typeof S.printTickets> & { result: 'file' } = {
  method: 'GET',
  path: `${campaigns}{id}/tickets/pdf/`,
  result: 'file',
  writes: true,
};
