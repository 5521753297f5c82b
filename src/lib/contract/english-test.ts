import type { PublicCall } from './core.ts';
import type { calls as S } from './english-test.schema.ts';
export const downloadCertificate: PublicCall<typeof S.downloadCertificate> = {
  method: 'GET',
  path: 'portal/english-test/sessions/{id}/certificate/',
  auth: 'none',
  result: 'file',
};
export const downloadBadge: PublicCall<typeof S.downloadBadge> = {
  method: 'GET',
  path: 'portal/english-test/sessions/{id}/badge/',
  auth: 'none',
  result: 'file',
};
