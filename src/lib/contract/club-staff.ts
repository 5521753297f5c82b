import type { calls as S } from './club-staff.schema.ts';
import type { Call } from './core.ts';
export const uploadRewardPicture: Call<typeof S.uploadRewardPicture> & { body: 'multipart' } = {
  method: 'POST',
  path: 'portal/manager/club/rewards/{id}/picture/',
  body: 'multipart',
};
export const downloadClubFigures: Call<typeof S.downloadClubFigures> = {
  method: 'GET',
  path: 'portal/manager/club/figures/csv/',
  result: 'file',
};
export const downloadMembers: Call<typeof S.downloadMembers> = {
  method: 'GET',
  path: 'portal/manager/club/members/csv/',
  result: 'file',
  writes: true,
};
