import type { Call, PublicCall } from './core.ts';
import type { ownCalls as S } from './travel-own.schema.ts';
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
