import type { calls as S } from './club.schema.ts';
import type { Call, PublicCall } from './core.ts';

export * from './club-staff.ts';

export const creditReferral: Call<typeof S.creditReferral> = {
  method: 'POST',
  path: 'transactions/credit/indicacao/',
  keyed: true,
};
export const creditReferralEnrollment: Call<typeof S.creditReferralEnrollment> = {
  method: 'POST',
  path: 'transactions/credit/indicacao-matricula/admin/',
  keyed: true,
};
export const listRewards: Call<typeof S.listRewards> = { method: 'GET', path: 'rewards/' };
export const redeemReward: Call<typeof S.redeemReward> = { method: 'POST', path: 'transactions/debit/', keyed: true };
export const listTransactions: Call<typeof S.listTransactions> = { method: 'GET', path: 'transactions/debit/' };
export const listRedemptions: Call<typeof S.listRedemptions> = { method: 'GET', path: 'transactions/debit/rewards/' };
export const downloadPoints: Call<typeof S.downloadPoints> = {
  method: 'GET',
  path: 'portal/club/statement/csv/',
  result: 'file',
};
export const getRewardPicture: PublicCall<typeof S.getRewardPicture> = {
  method: 'GET',
  path: 'portal/club/pictures/{chave}/',
  auth: 'none',
  result: 'file',
};
