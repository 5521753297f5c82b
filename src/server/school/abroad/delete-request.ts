import type { Ctx } from '../../core/http/ctx.ts';
import { conflict, notFound } from '../../core/http/refusal.ts';
import { laterRemoved } from '../../core/ports/remove-files.ts';
import { dropFiles, keysOf } from './check-files.ts';
import { documentsOf, ownRequest } from './queries.ts';
import { holdRequest } from './resend-documents.ts';
import { freePlace, mayDelete, tryMove } from './transitions.ts';

/**
 * Withdraws a request before its approval (API-84, ABROAD-04). Its place is free again, and its documents are deleted.
 * A draft leaves nothing. A sent request keeps its number and history, without the form data.
 *
 * @throws Refusal 404 for somebody else's request, 409 after its approval or end
 */
export async function deleteRequest(ctx: Ctx, id: number): Promise<{ detail: string }> {
  const { db, session } = ctx;
  const files = await db.transaction().execute(async (tx) => {
    await holdRequest(tx, id);
    const request = await ownRequest(tx, session.userId, id);
    if (!request || request.status === 'cancelada') throw notFound('Não encontramos este pedido entre os seus.');
    const at = ctx.now();
    if (request.status === 'rascunho') {
      const kept = await documentsOf(tx, id);
      await laterRemoved(tx, keysOf(kept), at);
      await tx.deleteFrom('usa_documentos').where('request_id', '=', id).execute();
      await tx.deleteFrom('usa_historico').where('request_id', '=', id).execute();
      await tx.deleteFrom('usa_requests').where('id', '=', id).where('status', '=', 'rascunho').execute();
      return kept;
    }
    const isGone =
      mayDelete(request.status) &&
      (await tryMove(tx, request, 'cancelada', {
        by: 'aluno',
        at,
        userId: session.userId,
        nota: 'Excluído pelo aluno',
        set: { dados: '{}', consentimento_chave: null },
      }));
    if (!isGone) throw conflict('Este pedido já foi aprovado ou terminou: fale com a escola.', 'request_status');
    await freePlace(tx, request.turma_id);
    const kept = await documentsOf(tx, id);
    await tx.deleteFrom('usa_documentos').where('request_id', '=', id).execute();
    await laterRemoved(tx, keysOf(kept), at);
    return kept;
  });
  await dropFiles(ctx, files);
  return { detail: 'Pedido excluído.' };
}
