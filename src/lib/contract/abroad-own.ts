import type { ownCalls as S } from './abroad-own.schema.ts';
import type { Call, PublicCall } from './core.ts';

export const getDraft: Call<typeof S.getDraft> = { method: 'GET', path: 'portal/abroad/draft/' };
export const saveDraft: Call<typeof S.saveDraft> = { method: 'PUT', path: 'portal/abroad/draft/' };
export const uploadDraftDocument: Call<typeof S.uploadDraftDocument> & { body: 'multipart' } = {
  method: 'PUT',
  path: 'portal/abroad/draft/documents/{tipo}/',
  body: 'multipart',
};
export const deleteDraftDocument: Call<typeof S.deleteDraftDocument> = {
  method: 'DELETE',
  path: 'portal/abroad/draft/documents/{tipo}/',
};
export const sendDraft: Call<typeof S.sendDraft> = { method: 'POST', path: 'portal/abroad/draft/send/' };
export const sendConsentLink: Call<typeof S.sendConsentLink> = {
  method: 'POST',
  path: 'portal/abroad/requests/{id}/consent-link/',
};
export const getConsent: PublicCall<typeof S.getConsent> = {
  method: 'GET',
  path: 'portal/abroad/consent/{token}/',
  auth: 'none',
};
export const giveConsent: PublicCall<typeof S.giveConsent> = {
  method: 'POST',
  path: 'portal/abroad/consent/',
  auth: 'none',
};
export const downloadUsaDocument: Call<typeof S.downloadUsaDocument> & { result: 'file' } = {
  method: 'GET',
  path: 'portal/abroad/documents/{id}/',
  result: 'file',
  writes: true,
};
export const listSchoolRequests: Call<typeof S.listSchoolRequests> = {
  method: 'GET',
  path: 'portal/manager/abroad/requests/',
};
export const getSchoolRequest: Call<typeof S.getSchoolRequest> = {
  method: 'GET',
  path: 'portal/manager/abroad/requests/{id}/',
};
export const reviewDocument: Call<typeof S.reviewDocument> = {
  method: 'POST',
  path: 'portal/manager/abroad/documents/{id}/review/',
};
export const decideRequest: Call<typeof S.decideRequest> = {
  method: 'POST',
  path: 'portal/manager/abroad/requests/{id}/decide/',
};
