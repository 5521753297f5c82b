import type { PublicCall } from './core.ts';
import type { calls as S } from './english-test.schema.ts';

export const startTest: PublicCall<typeof S.startTest> = {
  method: 'POST',
  path: 'portal/english-test/sessions/',
  auth: 'none',
};
export const answerItem: PublicCall<typeof S.answerItem> = {
  method: 'POST',
  path: 'portal/english-test/sessions/{id}/answers/',
  auth: 'none',
};
export const resumeTest: PublicCall<typeof S.resumeTest> = {
  method: 'GET',
  path: 'portal/english-test/sessions/{id}/',
  auth: 'none',
};
export const verifyCertificate: PublicCall<typeof S.verifyCertificate> = {
  method: 'GET',
  path: 'portal/english-test/certificates/{code}/',
  auth: 'none',
};
export const issueCertificate: PublicCall<typeof S.issueCertificate> = {
  method: 'POST',
  path: 'portal/english-test/sessions/{id}/certificate/',
  auth: 'none',
};
export const downloadCertificate: PublicCall<typeof S.downloadCertificate> = {
  method: 'GET',
  path: 'portal/english-test/sessions/{id}/certificate/',
  auth: 'none',
  result: 'file',
};
