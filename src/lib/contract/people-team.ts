import type { Call } from './core.ts';
import type { teamCalls as S } from './people-team.schema.ts';

export const listTeam: Call<typeof S.listTeam> = { method: 'GET', path: 'portal/manager/team/' };
export const getTeamMember: Call<typeof S.getTeamMember> = { method: 'GET', path: 'portal/manager/team/{id}/' };
export const inviteStaff: Call<typeof S.inviteStaff> = { method: 'POST', path: 'portal/manager/team/' };
export const resendInvitation: Call<typeof S.resendInvitation> = {
  method: 'POST',
  path: 'portal/manager/team/{id}/invitation/',
};
export const updateRights: Call<typeof S.updateRights> = { method: 'PUT', path: 'portal/manager/team/{id}/rights/' };
export const resetFactors: Call<typeof S.resetFactors> = {
  method: 'DELETE',
  path: 'portal/manager/team/{id}/factors/',
};
export const getTeachingDuties: Call<typeof S.getTeachingDuties> = {
  method: 'GET',
  path: 'portal/manager/team/{id}/teaching/',
};
export const handOverClasses: Call<typeof S.handOverClasses> = {
  method: 'PUT',
  path: 'portal/manager/team/{id}/teaching/',
};
