import { reachBy } from '../../core/http/access.ts';
import { auditView } from '../../core/http/audit.ts';
import type { Ctx } from '../../core/http/ctx.ts';
import { type FileAnswer, storedFile } from '../../core/http/file-answer.ts';
import { notFound } from '../../core/http/refusal.ts';
import { documentById, ownRequest, requestOfSchool } from './queries.ts';

/**
 * The bytes of a document, only as a download: for its owner, and for the owner's school, which goes on record.
 *
 * @throws Refusal 404, the same for another person's document and for none
 */
export async function downloadDocument(ctx: Ctx, id: number): Promise<FileAnswer> {
  const { db, session, ports } = ctx;
  const document = await documentById(db, id);
  const missing = () => notFound('Não encontramos este documento.');
  if (!document) throw missing();
  if (!(await ownRequest(db, session.userId, document.request_id))) {
    const reach = reachBy(session, ['viagens']);
    const request = reach && (await requestOfSchool(db, reach, document.request_id));
    if (!request) throw missing();
    await auditView(ctx, 'abroad-document-read', `usa_document:${id}`, { about: request.user_id });
  }
  return storedFile(document, await ports.files.open(document.chave));
}
