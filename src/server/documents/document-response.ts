import { routes } from '#lib/routes.ts';
import { readDocumentCode } from '#lib/rules/account/document-code.ts';
import type { Ctx, PublicCtx } from '../http/ctx.ts';
import { publicUrl } from '../http/public-url.ts';
import { notFound } from '../http/refusal.ts';
import { type DocumentRow, ownDocument } from './queries.ts';
import { receiptNotice } from './receipt-notice.ts';

/** Sends the user's own document as PDF. @throws Refusal 403 with a printed code alone, 404 for another's document. */
export async function downloadDocument(ctx: Ctx, code: string): Promise<Response> {
  const codigo = readDocumentCode(code);
  const row = codigo === null ? undefined : await ownDocument(ctx.db, ctx.session.userId, codigo);
  if (!row) throw notFound('Não encontramos este documento entre os seus.');
  return documentResponse(ctx, row);
}

/**
 * Draws a document and sends it as a file; only its contents are stored.
 *
 * @param isMasked for a reader who is not its owner.
 */
export async function documentResponse(ctx: PublicCtx, row: DocumentRow, isMasked = false): Promise<Response> {
  const isOwn = row.user_id !== null && !isMasked;
  await ctx.limits.take('document', isOwn ? `user:${row.user_id}` : ctx.caller.address);
  // Loaded on the first document: the library costs more than the rest of the start.
  const { drawDocument } = await import('./pdf/draw-document.ts');
  const address = publicUrl(ctx.config) + routes.check(row.codigo);
  const bytes = await drawDocument(row, { address, isMasked, aviso: await receiptNotice(ctx, row) });
  return new Response(bytes, {
    headers: {
      'Content-Type': 'application/pdf',
      'Content-Length': String(bytes.byteLength),
      'Content-Disposition': `attachment; filename="${row.tipo}-${row.codigo}.pdf"`,
      'Cache-Control': 'private, no-store',
    },
  });
}
