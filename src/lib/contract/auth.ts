import type { calls as S } from './auth.schema.ts';
import type { PublicCall } from './core.ts';

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
