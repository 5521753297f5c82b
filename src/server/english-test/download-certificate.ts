import { documentResponse } from '../documents/document-response.ts';
import type { PublicCtx } from '../http/ctx.ts';
import { conflict } from '../http/refusal.ts';
import { certificateOf } from './issue-certificate.ts';
import { ownTest } from './take-test.ts';

/**
 * The certificate of a test of one's own, as PDF.
 *
 * @throws Refusal 403 with a printed code alone, 404 for a test of others, 409 while there is no certificate.
 */
export async function downloadCertificate(ctx: PublicCtx, testId: string): Promise<Response> {
  const test = await ownTest(ctx, testId);
  const document = await certificateOf(ctx.db, test.id);
  if (document) return documentResponse(ctx, document);
  if (test.result === null) throw conflict('Termine o teste para receber o certificado.', 'test_open');
  throw conflict('Deixe seu nome e telefone para receber o certificado.', 'contact_missing');
}
