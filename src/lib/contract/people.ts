import type { Call } from './core.ts';
import type { calls as S } from './people.schema.ts';

export const updateUser: Call<typeof S.updateUser> = { method: 'PUT', path: 'portal/manager/users/{id}/' };
export const getUserAccess: Call<typeof S.getUserAccess> = {
  method: 'GET',
  path: 'portal/manager/users/{id}/access/',
};
export const setUserBlock: Call<typeof S.setUserBlock> = { method: 'PUT', path: 'portal/manager/users/{id}/access/' };
export const endUserRole: Call<typeof S.endUserRole> = {
  method: 'DELETE',
  path: 'portal/manager/users/{id}/roles/{papel}/',
};
export const getUserDelivery: Call<typeof S.getUserDelivery> = {
  method: 'GET',
  path: 'portal/manager/users/{id}/delivery/',
};
export const listUserChanges: Call<typeof S.listUserChanges> = {
  method: 'GET',
  path: 'portal/manager/users/{id}/changes/',
};
export const listAudit: Call<typeof S.listAudit> = { method: 'GET', path: 'portal/manager/audit/' };
export const listUnlinked: Call<typeof S.listUnlinked> = { method: 'GET', path: 'portal/manager/unlinked/' };
export const joinAccount: Call<typeof S.joinAccount> = { method: 'POST', path: 'portal/manager/unlinked/{id}/join/' };
export const refuseProposal: Call<typeof S.refuseProposal> = {
  method: 'DELETE',
  path: 'portal/manager/proposals/{id}/',
};

export * from './people-team.ts';
