import type { Call } from './core.ts';
import type { calls as S } from './travel.schema.ts';

export * from './travel-own.ts';
export * from './travel-staff.ts';

export const getCampaign: Call<typeof S.getCampaign> = { method: 'GET', path: 'travel-campaigns/{id}/' };
export const joinCampaign: Call<typeof S.joinCampaign> = { method: 'POST', path: 'travel-campaigns/' };
export const listQrCodes: Call<typeof S.listQrCodes> = { method: 'GET', path: 'travel-campaigns/qr-codes/' };
export const validateQrCode: Call<typeof S.validateQrCode> = {
  method: 'POST',
  path: 'travel-campaigns/qr-codes/validate/{id}/',
};
