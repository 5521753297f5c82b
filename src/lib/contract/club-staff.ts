import type { calls as S } from './club-staff.schema.ts';
import type { Call } from './core.ts';

export const listManagedRewards: Call<typeof S.listManagedRewards> = {
  method: 'GET',
  path: 'portal/manager/club/rewards/',
};
export const createReward: Call<typeof S.createReward> = { method: 'POST', path: 'portal/manager/club/rewards/' };
export const updateReward: Call<typeof S.updateReward> = { method: 'PUT', path: 'portal/manager/club/rewards/{id}/' };
export const archiveReward: Call<typeof S.archiveReward> = {
  method: 'POST',
  path: 'portal/manager/club/rewards/{id}/archive/',
};
export const uploadRewardPicture: Call<typeof S.uploadRewardPicture> & { body: 'multipart' } = {
  method: 'POST',
  path: 'portal/manager/club/rewards/{id}/picture/',
  body: 'multipart',
};
export const addRewardCodes: Call<typeof S.addRewardCodes> = {
  method: 'POST',
  path: 'portal/manager/club/rewards/{id}/codes/',
};
export const discardRewardCodes: Call<typeof S.discardRewardCodes> = {
  method: 'POST',
  path: 'portal/manager/club/rewards/{id}/codes/discard/',
};
export const listPointRules: Call<typeof S.listPointRules> = { method: 'GET', path: 'portal/manager/club/rules/' };
export const updatePointRule: Call<typeof S.updatePointRule> = {
  method: 'PUT',
  path: 'portal/manager/club/rules/{codigo}/',
};
export const listMembers: Call<typeof S.listMembers> = { method: 'GET', path: 'portal/manager/club/members/' };
export const adjustPoints: Call<typeof S.adjustPoints> = {
  method: 'POST',
  path: 'portal/manager/club/members/{id}/adjust/',
  keyed: true,
};
export const getMemberStatement: Call<typeof S.getMemberStatement> = {
  method: 'GET',
  path: 'portal/manager/club/members/{id}/statement/',
};
export const reversePoints: Call<typeof S.reversePoints> = {
  method: 'POST',
  path: 'portal/manager/club/entries/{id}/reverse/',
  keyed: true,
};
export const listManagedRedemptions: Call<typeof S.listManagedRedemptions> = {
  method: 'GET',
  path: 'portal/manager/club/redemptions/',
};
export const setRedemptionStatus: Call<typeof S.setRedemptionStatus> = {
  method: 'POST',
  path: 'portal/manager/club/redemptions/{id}/status/',
  keyed: true,
};
export const moveRedemptions: Call<typeof S.moveRedemptions> = {
  method: 'POST',
  path: 'portal/manager/club/redemptions/move/',
};
export const listReferrals: Call<typeof S.listReferrals> = { method: 'GET', path: 'portal/manager/club/referrals/' };
export const setReferralStatus: Call<typeof S.setReferralStatus> = {
  method: 'POST',
  path: 'portal/manager/club/referrals/{id}/status/',
  keyed: true,
};
export const confirmReferralEnrolment: Call<typeof S.confirmReferralEnrolment> = {
  method: 'POST',
  path: 'portal/manager/club/referrals/{id}/enrolment/',
  keyed: true,
};
export const getClubFigures: Call<typeof S.getClubFigures> = { method: 'GET', path: 'portal/manager/club/figures/' };
export const downloadClubFigures: Call<typeof S.downloadClubFigures> = {
  method: 'GET',
  path: 'portal/manager/club/figures/csv/',
  result: 'file',
};
export const listBonuses: Call<typeof S.listBonuses> = { method: 'GET', path: 'portal/manager/club/bonuses/' };
export const previewBonus: Call<typeof S.previewBonus> = {
  method: 'GET',
  path: 'portal/manager/club/bonuses/preview/',
};
export const createBonus: Call<typeof S.createBonus> = {
  method: 'POST',
  path: 'portal/manager/club/bonuses/',
  keyed: true,
};
export const undoBonus: Call<typeof S.undoBonus> = {
  method: 'POST',
  path: 'portal/manager/club/bonuses/{id}/undo/',
  keyed: true,
};
export const setPointsWorth: Call<typeof S.setPointsWorth> = { method: 'PUT', path: 'portal/manager/club/worth/' };
export const downloadMembers: Call<typeof S.downloadMembers> = {
  method: 'GET',
  path: 'portal/manager/club/members/csv/',
  result: 'file',
  writes: true,
};
