import { routes } from '#lib/routes.ts';
import { readDocumentCode } from '#lib/rules/account/document-code.ts';
import type { Ctx, PublicCtx } from '../http/ctx.ts';
import { publicUrl } from '../http/public-url.ts';
import { notFound } from '../http/refusal.ts';
import { type DocumentRow, ownDocument } from './queries.ts';
import { receiptNotice } from './receipt-notice.ts';

/** Hands an own document out as PDF. @throws Refusal 403 with a printed code alone, 404 for a document of others. */
export async function downloadDocument(ctx: Ctx, code: string): Promise<Response> {
  const codigo = readDocumentCode(code);
  const row = codigo === null ? undefined : await ownDocument(ctx.db, ctx.session.userId, codigo);
  if (!row) throw notFound('Não encontramos este documento entre os seus.');
  return documentResponse(ctx, row);
}

/**
 * Draws a document and hands it out as a file: nothing of it is kept but what it says.
 *
 * @param isMasked for somebody who is not its owner.
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
