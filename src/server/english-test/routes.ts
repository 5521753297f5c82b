import type * as englishTest from '#lib/contract/english-test.ts';
import { checkCertificate } from '../documents/check-document.ts';
import type { Routes } from '../http/handler.ts';
import { downloadCertificate } from './download-certificate.ts';
import { issueToVisitor } from './issue-certificate.ts';
import { certificateAddress } from './read-standing.ts';
import { answerItem, readTest, startTest } from './take-test.ts';

export const englishTestRoutes: Routes<typeof englishTest> = {
  startTest: ({ body }, ctx) => startTest(ctx, body.convite),
  answerItem: ({ params, body }, ctx) => answerItem(ctx, params.id, body),
  resumeTest: ({ params }, ctx) => readTest(ctx, params.id),
  verifyCertificate: ({ params }, ctx) => checkCertificate(ctx, params.code),
  issueCertificate: async ({ params, body }, ctx) => {
    await issueToVisitor(ctx.db, ctx, params.id, body.nome);
    return { certificado_url: certificateAddress(params.id) };
  },
  downloadCertificate: ({ params }, ctx) => downloadCertificate(ctx, params.id),
};
