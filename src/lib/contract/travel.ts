import type { Call, PublicCall } from './core.ts';
import type { calls as S } from './travel.schema.ts';

export const getCampaign: Call<typeof S.getCampaign> = { method: 'GET', path: 'travel-campaigns/{id}/' };
export const joinCampaign: Call<typeof S.joinCampaign> = { method: 'POST', path: 'travel-campaigns/' };
export const listQrCodes: Call<typeof S.listQrCodes> = { method: 'GET', path: 'travel-campaigns/qr-codes/' };
export const validateQrCode: Call<typeof S.validateQrCode> = {
  method: 'POST',
  path: 'travel-campaigns/qr-codes/validate/{id}/',
};

export const downloadTickets: Call<typeof S.downloadTickets> & { result: 'file' } = {
  method: 'GET',
  path: 'portal/travel/campaigns/{id}/tickets/pdf/',
  result: 'file',
};
export const getCampaignPicture: PublicCall<typeof S.getCampaignPicture> = {
  method: 'GET',
  path: 'portal/travel/pictures/{chave}/',
  auth: 'none',
  result: 'file',
};

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
