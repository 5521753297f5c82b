import type { UsaDraft, UsaRequest } from '#lib/contract/abroad.schema.ts';
import { type DraftValues, draftTripOf } from '#lib/contract/abroad-draft.schema.ts';
import { MAX_DOCUMENTS } from '#lib/format/limits.ts';
import { dayIn } from '#lib/rules/time/zones.ts';
import type { Db } from '../../core/db/connection.ts';
import type { Ctx } from '../../core/http/ctx.ts';
import { receiveFile } from '../../core/http/receive.ts';
import { conflict, invalid, notFound } from '../../core/http/refusal.ts';
import { laterRemoved } from '../../core/ports/remove-files.ts';
import { storeFiles } from '../../core/ports/store-files.ts';
import { checkFiles, dropFiles, keysOf } from './check-files.ts';
import { checkRequest } from './check-request.ts';
import { documentKind } from './document-kinds.ts';
import { documentsOf, draftOf, studentOf } from './queries.ts';
import { readDraft } from './read-draft.ts';
import { offeredTripFor } from './read-trips.ts';
import { holdRequest } from './resend-documents.ts';
import { refuseProblems, refuseSecond, sendRequest, takeDraft } from './send-request.ts';

/** Starts or continues the draft. @throws Refusal 409 while another request runs */
async function draftInHand(ctx: Ctx, tx: Db) {
  const { userId, timeZone } = ctx.session;
  await refuseSecond(tx, userId, dayIn(timeZone, ctx.now()));
  const draft = await takeDraft(tx, ctx, (await studentOf(tx, userId)).company_id);
  await holdRequest(tx, draft.id);
  // Another device may have written before the lock.
  const held = await draftOf(tx, userId);
  if (!held) throw notFound('O rascunho já foi enviado.');
  return held;
}

/** Stores the typed values, right or wrong, so that another device can continue. @throws Refusal 409 */
export async function saveDraft(ctx: Ctx, valores: DraftValues): Promise<UsaDraft> {
  await ctx.db.transaction().execute(async (tx) => {
    const draft = await draftInHand(ctx, tx);
    const dados = { ...(JSON.parse(draft.dados) as DraftValues), ...valores };
    await tx
      .updateTable('usa_requests')
      .set({
        dados: JSON.stringify(dados),
        turma_id: await offeredTrip(ctx, tx, dados),
        atualizada_em: ctx.now().toISOString(),
      })
      .where('id', '=', draft.id)
      .execute();
  });
  return (await readDraft(ctx)).draft;
}

/** The draft's trip, unless it belongs to another school or is unpublished. */
async function offeredTrip(ctx: Ctx, tx: Db, values: DraftValues): Promise<number | null> {
  const { userId, timeZone } = ctx.session;
  const today = dayIn(timeZone, ctx.now());
  return (await offeredTripFor(tx, await studentOf(tx, userId), today, draftTripOf(values)))?.id ?? null;
}

/** Stores one document with the draft and replaces the one before. @throws Refusal 404, 409, 413, 415, 422, 429, 503 */
export async function uploadDraftDocument(ctx: Ctx, tipo: string): Promise<UsaDraft> {
  const kind = documentKind(tipo, false);
  if (!kind) throw notFound('Este tipo de documento não existe.');
  await ctx.limits.take('upload', `user:${ctx.session.userId}`);
  const received = await receiveFile(ctx.request, 'file', MAX_DOCUMENTS.most);
  try {
    const sent = [{ part: { ...received, field: 'file' }, tipo, formatos: kind.formatos }];
    const { files, documents } = await checkFiles(sent);
    const replaced = await storeFiles(ctx, files, async (tx) => {
      const draft = await draftInHand(ctx, tx);
      const before = (await documentsOf(tx, draft.id)).find((each) => each.tipo === tipo);
      if (before) await tx.deleteFrom('usa_documentos').where('id', '=', before.id).execute();
      await tx
        .insertInto('usa_documentos')
        .values(
          documents.map((document) => ({
            ...document,
            request_id: draft.id,
            n: 1,
            status: 'enviado' as const,
            motivo: null,
            enviado_em: ctx.now().toISOString(),
            analisado_em: null,
            por_user_id: null,
          })),
        )
        .execute();
      const gone = before ? [before] : [];
      await laterRemoved(tx, keysOf(gone), ctx.now());
      return gone;
    });
    await dropFiles(ctx, replaced);
  } finally {
    await received.discard();
  }
  return (await readDraft(ctx)).draft;
}

/** Removes a document from the draft. @throws Refusal 404 when it is not there, 409 after the draft was sent */
export async function deleteDraftDocument(ctx: Ctx, tipo: string): Promise<UsaDraft> {
  const { db, session } = ctx;
  const gone = await db.transaction().execute(async (tx) => {
    const draft = await draftOf(tx, session.userId);
    if (!draft) return undefined;
    // Sending locks the request too: the document goes with it, or is removed before.
    await holdRequest(tx, draft.id);
    if (!(await draftOf(tx, session.userId))) throw conflict('O pedido já foi enviado, com este documento.', 'sent');
    const removed = await tx
      .deleteFrom('usa_documentos')
      .where('request_id', '=', draft.id)
      .where('tipo', '=', tipo)
      .returning('chave')
      .executeTakeFirst();
    if (removed) await laterRemoved(tx, [removed.chave], ctx.now());
    return removed;
  });
  if (!gone) throw notFound('Este documento não está no seu rascunho.');
  await dropFiles(ctx, [gone]);
  return (await readDraft(ctx)).draft;
}

/** Sends the draft with its documents. @throws Refusal 409, 422 by field; the draft stays unchanged */
export async function sendDraft(ctx: Ctx): Promise<UsaRequest> {
  const { db, session } = ctx;
  const today = dayIn(session.timeZone, ctx.now());
  await refuseSecond(db, session.userId, today);
  const { draft, input, documents, dados } = await readDraft(ctx);
  if (draft.id === null) {
    // Another press may have sent the draft since the first look.
    await refuseSecond(db, session.userId, today);
    throw notFound('Comece o pedido antes de enviar.');
  }
  if (!input) {
    const problems = Object.assign({}, ...draft.passos.map(({ problemas }) => problemas)) as Record<string, string>;
    throw invalid(`Confira o pedido. ${Object.values(problems)[0] ?? ''}`.trim(), problems);
  }
  const kinds = documents.map(({ tipo }) => tipo);
  const sent = { ...input, documentos: kinds.map((tipo) => ({ tipo, arquivo: tipo })) };
  const checked = await checkRequest(ctx, sent, kinds);
  refuseProblems(checked);
  const { forma, parcelas } = draft.valores;
  const preference = { forma: forma as 'pix' | 'cartao' | 'cambio', parcelas: Number(parcelas ?? '1') };
  return sendRequest(ctx, { input: sent, checked, preference, seen: dados ?? '' });
}
