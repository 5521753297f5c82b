import type { Documento, DocumentoTipo, UsaRequest } from '#lib/contract/abroad.schema.ts';
import type { Ctx } from '../../core/http/ctx.ts';
import { kindsFor } from './document-kinds.ts';
import { presentDocument, presentRequest } from './present.ts';
import { documentsOf, sentRequestOf } from './queries.ts';
import { readDraft } from './read-draft.ts';
import { tripFor } from './read-trips.ts';

/** The latest sent request, or null. A draft has an operation of its own. */
export async function readOwnRequest(ctx: Ctx): Promise<UsaRequest | null> {
  const row = await sentRequestOf(ctx.db, ctx.session.userId);
  return row ? presentRequest(ctx, ctx.db, row) : null;
}

/** The documents of the own request and their states; before sending, those of the draft (ABROAD-05). */
export async function listOwnDocuments(ctx: Ctx): Promise<{ tipo: DocumentoTipo; documento?: Documento | null }[]> {
  const { db, session } = ctx;
  const row = await sentRequestOf(db, session.userId);
  if (!row || row.status === 'recusada') return (await readDraft(ctx)).draft.documentos;
  const [trip, documents] = await Promise.all([
    tripFor(db, { id: session.userId, birth_date: null }, '', row.turma_id ?? 0),
    documentsOf(db, row.id),
  ]);
  return kindsFor(trip?.documentos_exigidos ?? [], row.exige_responsavel).map((tipo) => {
    const document = documents.find((each) => each.tipo === tipo.tipo);
    return { tipo, documento: document ? presentDocument(document) : null };
  });
}
