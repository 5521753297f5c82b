import { routes } from '#lib/routes.ts';
import { readDocumentCode } from '#lib/rules/account/document-code.ts';
import type { Ctx, PublicCtx } from '../../core/http/ctx.ts';
import { download, type FileAnswer } from '../../core/http/file-answer.ts';
import { publicUrl } from '../../core/http/public-url.ts';
import { notFound } from '../../core/http/refusal.ts';
import type { drawDocument } from './pdf/draw-document.ts';
import { type DocumentRow, ownDocument } from './queries.ts';
import { receiptNotice } from './receipt-notice.ts';
import type { AnySnapshot } from './snapshot.ts';

const DRAWING = new URL('./pdf/draw-document.ts', import.meta.url);

/** The document of some people that an address names by its code. @throws Refusal 404 for another's document */
export async function documentOfCode(
  { db }: Pick<Ctx, 'db'>,
  { code, owners }: { code: string; owners: readonly number[] },
): Promise<DocumentRow> {
  const codigo = readDocumentCode(code);
  const row = codigo === null ? undefined : await ownDocument(db, owners, codigo);
  if (!row) throw notFound('Não encontramos este documento entre os seus.');
  return row;
}

/**
 * Draws a document and sends it as a file; only its contents are stored.
 *
 * @param isMasked for a reader who is not its owner.
 */
export async function documentFile(ctx: PublicCtx, row: DocumentRow, isMasked = false): Promise<FileAnswer> {
  const isOwn = row.user_id !== null && !isMasked;
  await ctx.limits.take('document', isOwn ? `user:${row.user_id}` : ctx.caller.address);
  const { marca } = JSON.parse(row.dados) as AnySnapshot;
  const address = publicUrl(ctx.config, marca) + routes.check(row.codigo);
  const aviso = (await receiptNotice(ctx, row))?.aviso ?? null;
  const bytes = await ctx.papers.run<typeof drawDocument>(DRAWING, 'drawDocument', row, { address, isMasked, aviso });
  return download(bytes, 'application/pdf', `${row.kind}-${row.codigo}.pdf`);
}
