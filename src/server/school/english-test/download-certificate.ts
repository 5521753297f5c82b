import type { PublicCtx } from '../../core/http/ctx.ts';
import type { FileAnswer } from '../../core/http/file-answer.ts';
import { conflict } from '../../core/http/refusal.ts';
import { documentFile } from '../../money/documents/document-file.ts';
import { BELOW_A1, certificateOf, noCertificate } from './issue-certificate.ts';
import type { StoredResult } from './present.ts';
import { ownTest } from './take-test.ts';

/**
 * The certificate of the user's own test, as PDF.
 *
 * @throws Refusal as `ownCertificate`
 */
export const downloadCertificate = async (ctx: PublicCtx, testId: string): Promise<FileAnswer> =>
  documentFile(ctx, await ownCertificate(ctx, testId));

/** @throws Refusal 403 with only a printed code, 404 for another person's test, 409 without a certificate. */
export async function ownCertificate(ctx: PublicCtx, testId: string) {
  const test = await ownTest(ctx, testId);
  const document = await certificateOf(ctx.db, test.id);
  if (document) return document;
  if (test.result === null) throw conflict('Termine o teste para receber o certificado.', 'test_open');
  if ((JSON.parse(test.result) as StoredResult).nivel === BELOW_A1) throw noCertificate();
  throw conflict('Escreva seu nome para receber o certificado.', 'contact_missing');
}
