import type { calls as S } from './auth.schema.ts';
import type { Call, PublicCall } from './core.ts';

export * from './auth-factors.ts';

export const login: PublicCall<typeof S.login> = {
  method: 'POST',
  path: 'login/access-token/',
  auth: 'none',
  body: 'form',
};
export const loginWithBookCode: PublicCall<typeof S.loginWithBookCode> = {
  method: 'POST',
  path: 'login/access-token/book-code/',
  auth: 'none',
  body: 'form',
};
export const requestPasswordReset: PublicCall<typeof S.requestPasswordReset> = {
  method: 'POST',
  path: 'login/recover-password/',
  auth: 'none',
};
export const resetPassword: PublicCall<typeof S.resetPassword> = {
  method: 'POST',
  path: 'login/reset-password/',
  auth: 'none',
};
export const registerWithBook: PublicCall<typeof S.registerWithBook> = {
  method: 'POST',
  path: 'portal/auth/registrations/',
  auth: 'none',
};
export const openInvitation: PublicCall<typeof S.openInvitation> = {
  method: 'POST',
  path: 'portal/auth/invitations/open/',
  auth: 'none',
};
export const acceptInvitation: PublicCall<typeof S.acceptInvitation> = {
  method: 'POST',
  path: 'portal/auth/invitations/accept/',
  auth: 'none',
};
export const logout: Call<typeof S.logout> = { method: 'POST', path: 'portal/auth/logout/' };
export const logoutEverywhere: Call<typeof S.logoutEverywhere> = {
  method: 'POST',
  path: 'portal/auth/logout-everywhere/',
};
