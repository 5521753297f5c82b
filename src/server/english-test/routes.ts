import type * as englishTest from '#lib/contract/english-test.ts';
import { checkCertificate } from '../documents/check-document.ts';
import type { Routes } from '../http/handler.ts';
import { downloadCertificate } from './download-certificate.ts';

export const englishTestRoutes: Routes<typeof englishTest> = {
  verifyCertificate: ({ params }, ctx) => checkCertificate(ctx, params.code),
  downloadCertificate: ({ params }, ctx) => downloadCertificate(ctx, params.id),
};
