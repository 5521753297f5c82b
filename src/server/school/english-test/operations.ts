import { z } from 'zod';
import { SessionId } from '#lib/contract/english-test.schema.ts';
import * as contract from '#lib/contract/english-test.ts';
import { Text, VisitorName } from '#lib/contract/shapes.schema.ts';
import { endpoint, operation } from '../../core/http/operation.ts';
import { holderOfSecret, visitorOfPublicPage } from '../../core/http/who.ts';
import { downloadCertificate } from './download-certificate.ts';
import { answerItemInput } from './inputs.ts';
import { issueToVisitor } from './issue-certificate.ts';
import { downloadBadge } from './open-badge.ts';
import { certificateAddress } from './read-progress.ts';
import { answerItem, readTest, startTest } from './take-test.ts';

/** The operations of the level test. */
export const englishTestOperations = {
  /** Begins a level test. */
  startTest: operation({
    who: visitorOfPublicPage,
    does: 'writes',
    connected: 'here',
    input: z.object({ convite: Text(100).optional() }),
    run: ({ convite }, ctx) => startTest(ctx, convite),
  }),
  /** Answers the current item. */
  answerItem: operation({
    who: holderOfSecret,
    does: 'writes',
    connected: 'here',
    input: answerItemInput,
    run: ({ id, ...body }, ctx) => answerItem(ctx, id, body),
  }),
  /** The state of a level test, to continue it. */
  resumeTest: operation({
    who: holderOfSecret,
    does: 'reads',
    connected: 'here',
    input: SessionId,
    run: ({ id }, ctx) => readTest(ctx, id),
  }),
  /** Issues the certificate of a visitor's level test in the name given. */
  issueCertificate: operation({
    who: holderOfSecret,
    does: 'writes',
    connected: 'here',
    input: z.object({ ...SessionId.shape, nome: VisitorName }),
    run: async ({ id, nome }, ctx) => {
      await issueToVisitor(ctx.db, ctx, id, nome);
      return { certificado_url: certificateAddress(id) };
    },
  }),
  downloadCertificate: endpoint(contract.downloadCertificate, {
    who: holderOfSecret,
    connected: 'here',
    run: ({ params }, ctx) => downloadCertificate(ctx, params.id),
  }),
  downloadBadge: endpoint(contract.downloadBadge, {
    who: holderOfSecret,
    connected: 'here',
    run: ({ params }, ctx) => downloadBadge(ctx, params.id),
  }),
};
