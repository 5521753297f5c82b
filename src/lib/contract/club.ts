import type { calls as S } from './club.schema.ts';
import type { Call, PublicCall } from './core.ts';

export * from './club-staff.ts';

export const creditReferral: Call<typeof S.creditReferral> = {
  method: 'POST',
  path: 'transactions/credit/indicacao/',
  keyed: true,
};
export const creditReferralEnrolment: Call<typeof S.creditReferralEnrolment> = {
  method: 'POST',
  path: 'transactions/credit/indicacao-matricula/admin/',
  keyed: true,
};
export const listRewards: Call<typeof S.listRewards> = { method: 'GET', path: 'rewards/' };
export const redeemReward: Call<typeof S.redeemReward> = { method: 'POST', path: 'transactions/debit/', keyed: true };
export const listTransactions: Call<typeof S.listTransactions> = { method: 'GET', path: 'transactions/debit/' };
export const listRedemptions: Call<typeof S.listRedemptions> = { method: 'GET', path: 'transactions/debit/rewards/' };
export const getEarning: Call<typeof S.getEarning> = { method: 'GET', path: 'portal/club/earning/' };
export const cancelRedemption: Call<typeof S.cancelRedemption> = {
  method: 'POST',
  path: 'portal/club/redemptions/{id}/cancel/',
  keyed: true,
};
export const downloadPoints: Call<typeof S.downloadPoints> = {
  method: 'GET',
  path: 'portal/club/statement/csv/',
  result: 'file',
};
export const getInvitation: PublicCall<typeof S.getInvitation> = {
  method: 'GET',
  path: 'portal/club/invitations/{codigo}/',
  auth: 'none',
};
export const acceptInvitation: PublicCall<typeof S.acceptInvitation> = {
  method: 'POST',
  path: 'portal/club/invitations/{codigo}/',
  auth: 'none',
};
export const getRewardPicture: PublicCall<typeof S.getRewardPicture> = {
  method: 'GET',
  path: 'portal/club/pictures/{chave}/',
  auth: 'none',
  result: 'file',
};
