import type { calls as S } from './club.schema.ts';
import type { Call } from './core.ts';

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
