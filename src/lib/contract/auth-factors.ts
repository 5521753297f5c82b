import type { calls as S } from './auth.schema.ts';
import type { Call, PublicCall } from './core.ts';

export const getSecondStep: PublicCall<typeof S.getSecondStep> = {
  method: 'GET',
  path: 'portal/auth/second-step/',
  auth: 'none',
};
export const beginSecondStep: PublicCall<typeof S.beginSecondStep> = {
  method: 'POST',
  path: 'portal/auth/second-step/passkey/',
  auth: 'none',
};
export const finishSecondStep: PublicCall<typeof S.finishSecondStep> = {
  method: 'POST',
  path: 'portal/auth/second-step/',
  auth: 'none',
};
export const listFactors: Call<typeof S.listFactors> = { method: 'GET', path: 'portal/auth/factors/' };
export const startCode: Call<typeof S.startCode> = { method: 'POST', path: 'portal/auth/factors/code/start/' };
export const confirmCode: Call<typeof S.confirmCode> = { method: 'POST', path: 'portal/auth/factors/code/' };
export const beginPasskey: Call<typeof S.beginPasskey> = { method: 'POST', path: 'portal/auth/factors/passkey/start/' };
export const addPasskey: Call<typeof S.addPasskey> = { method: 'POST', path: 'portal/auth/factors/passkey/' };
export const renameFactor: Call<typeof S.renameFactor> = { method: 'PATCH', path: 'portal/auth/factors/{id}/' };
export const removeFactor: Call<typeof S.removeFactor> = { method: 'DELETE', path: 'portal/auth/factors/{id}/' };
export const renewRecoveryCodes: Call<typeof S.renewRecoveryCodes> = {
  method: 'POST',
  path: 'portal/auth/factors/recovery-codes/',
};
export const beginProof: Call<typeof S.beginProof> = { method: 'POST', path: 'portal/auth/proof/passkey/' };
export const proveSelf: Call<typeof S.proveSelf> = { method: 'POST', path: 'portal/auth/proof/' };
