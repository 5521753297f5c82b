import type { UsaRequest } from '#lib/contract/abroad.schema.ts';
import { MAX_DOCUMENTS } from '#lib/format/limits.ts';
import type { Db } from '../../core/db/connection.ts';
import { locked } from '../../core/db/locking.ts';
import type { Ctx } from '../../core/http/ctx.ts';
import { receiveParts } from '../../core/http/receive.ts';
import { conflict, invalid, notFound } from '../../core/http/refusal.ts';
import { laterRemoved } from '../../core/ports/remove-files.ts';
import { storeFiles } from '../../core/ports/store-files.ts';
import { tellStaff } from '../../messages/inbox/tell-staff.ts';
import { checkFiles, dropFiles, keysOf, type SentDocument } from './check-files.ts';
import { documentKind } from './document-kinds.ts';
import { presentRequest } from './present.ts';
import { type DocumentRow, documentsOf, ownRequest } from './queries.ts';
import { isInReview, moveRequest, type RequestRow } from './transitions.ts';

/** An own request that is no draft any more. @throws Refusal 404, the same for somebody else's and for none */
export async function sentRequest({ db, session }: Ctx, { id }: { id: number }): Promise<RequestRow> {
  const request = await ownRequest(db, session.userId, id);
  if (!request || request.status === 'rascunho') throw notFound('Não encontramos este pedido entre os seus.');
  return request;
}

/**
 * Replaces refused or unreviewed documents with new files (ABROAD-06). The name of a part is the document's id or its
 * kind. When no refused document is left, the request goes back into review.
 *
 * @throws Refusal 404 for somebody else's document, 409 for a document that is accepted or in review, 413,
 *   415, 422, 429, 503
 */
export async function resendDocuments(ctx: Ctx, request: RequestRow): Promise<UsaRequest> {
  const { db, session } = ctx;
  if (!isInReview(request.status)) throw conflict('Este pedido não recebe mais documentos.', 'request_status');
  await ctx.limits.take('upload', `user:${session.userId}`);
  const parts = await receiveParts(ctx.request, {
    texts: [],
    ...MAX_DOCUMENTS,
  });
  try {
    if (parts.files.length === 0) throw invalid('Escolha o arquivo do documento.', { file: 'Escolha um arquivo' });
    const known = await documentsOf(db, request.id);
    const named = parts.files.map((part) => {
      const row = known.find((each) => String(each.id) === part.field || each.tipo === part.field);
      if (!row) throw notFound('Este documento não é deste pedido.');
      refuseSettled(row);
      return { part, row, tipo: row.tipo, formatos: documentKind(row.tipo, true)?.formatos ?? [] };
    });
    if (new Set(named.map(({ row }) => row.id)).size < named.length) {
      throw invalid('Um documento foi enviado mais de uma vez.');
    }
    const { files, documents } = await checkFiles(named);
    const rows = named.map(({ row }) => row);
    await storeFiles(ctx, files, (tx) => replace(tx, ctx.now(), request, { rows, documents }));
    await dropFiles(ctx, rows);
  } finally {
    await parts.discard();
  }
  return presentRequest(ctx, db, (await ownRequest(db, session.userId, request.id)) ?? request);
}

function refuseSettled({ status }: Pick<DocumentRow, 'status'>): void {
  if (status === 'aceito') throw conflict('Este documento já foi aceito.', 'document_accepted');
  if (status === 'em_analise') throw conflict('A escola já está analisando este documento.', 'document_in_review');
}

async function replace(
  tx: Db,
  at: Date,
  request: RequestRow,
  { rows, documents }: { rows: readonly DocumentRow[]; documents: readonly SentDocument[] },
): Promise<void> {
  await holdRequest(tx, request.id);
  await laterRemoved(tx, keysOf(rows), at);
  for (const [index, row] of rows.entries()) {
    const { tipo: _kind, ...file } = documents[index] as SentDocument;
    const changed = await tx
      .updateTable('usa_documentos')
      .set({
        ...file,
        n: row.n + 1,
        status: 'enviado',
        motivo: null,
        enviado_em: at.toISOString(),
        analisado_em: null,
        por_user_id: null,
      })
      .where('id', '=', row.id)
      .where('chave', '=', row.chave)
      .where('status', 'in', ['enviado', 'recusado'])
      .returning('id')
      .executeTakeFirst();
    if (!changed) throw conflict('Este documento mudou enquanto você enviava. Abra a página de novo.');
  }
  const sent = rows.map(({ id, n }) => `${id}.${n + 1}`).join(',');
  await tellOfDocuments(tx, at, request, sent.slice(0, 40));
  const { status } = await tx
    .selectFrom('usa_requests')
    .select('status')
    .where('id', '=', request.id)
    .executeTakeFirstOrThrow();
  if (!isInReview(status)) throw conflict('Este pedido não recebe mais documentos.', 'request_status');
  if (status !== 'documento_recusado') return;
  const left = (await documentsOf(tx, request.id)).some((each) => each.status === 'recusado');
  if (left) return;
  const move = { by: 'aluno', at, userId: request.user_id, nota: 'Documentos reenviados' } as const;
  await moveRequest(tx, { id: request.id, status }, 'em_analise', move);
}

/** Notifies staff about documents to look at. @param about which sending it is */
export const tellOfDocuments = (tx: Db, at: Date, { id, user_id }: Pick<RequestRow, 'id' | 'user_id'>, about: string) =>
  tellStaff(tx, at, {
    kind: 'documento_enviado',
    about: `${id}:${about}`,
    params: { id },
    at: { userId: user_id },
  });

/** Changes to the documents of a request happen one after the other: together they decide its state. */
export async function holdRequest(tx: Db, id: number): Promise<void> {
  await locked(tx, tx.selectFrom('usa_requests').select('id').where('id', '=', id), 'hold').execute();
}
