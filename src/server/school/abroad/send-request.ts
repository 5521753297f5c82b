import { randomUUID } from 'node:crypto';
import type { KnnUsaRequestIn, UsaRequest } from '#lib/contract/abroad.schema.ts';
import type { Db } from '../../core/db/connection.ts';
import type { Ctx } from '../../core/http/ctx.ts';
import { conflict, invalid } from '../../core/http/refusal.ts';
import { laterRemoved } from '../../core/ports/remove-files.ts';
import { storeFiles } from '../../core/ports/store-files.ts';
import { type ConsentLink, mailConsentLink, makeConsentLink } from './consent.ts';
import {
  type CheckedFiles,
  dropFiles,
  holdRequest,
  keysOf,
  notifyOfDocuments,
  type SentDocument,
} from './documents.ts';
import { presentRequest } from './present.ts';
import { documentsOf, draftOf, sentRequestOf } from './queries.ts';
import type { CheckedRequest } from './request.ts';
import { moveRequest, type RequestRow, takePlace, writeHistory } from './transitions.ts';

/** `I-000123`: short enough to say on the telephone. */
const protocolOf = (id: number): string => `I-${String(id).padStart(6, '0')}`;

const alreadyOpen = () =>
  conflict('Você já tem um pedido de intercâmbio em andamento. Acompanhe ou exclua o atual.', 'request_open');

/** @throws Refusal 409 while an earlier request is active, or its trip is in the future */
export async function refuseSecond(db: Db, userId: number, today: string): Promise<void> {
  const sent = await sentRequestOf(db, userId);
  if (!sent || sent.status === 'recusada') return;
  if (sent.status !== 'paga') throw alreadyOpen();
  const trip = await db
    .selectFrom('usa_turmas')
    .select('fim')
    .where('id', '=', sent.turma_id ?? 0)
    .executeTakeFirst();
  if (trip && trip.fim >= today) throw alreadyOpen();
}

/** The student's draft, created if there is none. @throws Refusal 409 when another request is active */
export async function takeDraft(tx: Db, ctx: Ctx, companyId: number | null): Promise<RequestRow> {
  const { userId } = ctx.session;
  const known = await draftOf(tx, userId);
  if (known) return known;
  const at = ctx.now();
  const made = await tx
    .insertInto('usa_requests')
    .values({
      // The number is derived from the id, which the database assigns later.
      protocolo: randomUUID().slice(0, 20),
      user_id: userId,
      company_id: companyId,
      turma_id: null,
      status: 'rascunho',
      dados: '{}',
      exige_responsavel: false,
      created_at: at.toISOString(),
      atualizada_em: at.toISOString(),
    })
    .onConflict((open) => open.doNothing())
    .returningAll()
    .executeTakeFirst();
  if (!made) {
    // Another device was faster.
    const draft = await draftOf(tx, userId);
    if (!draft) throw alreadyOpen();
    return draft;
  }
  const protocolo = protocolOf(made.id);
  await tx.updateTable('usa_requests').set({ protocolo }).where('id', '=', made.id).execute();
  await writeHistory(tx, made.id, 'rascunho', { by: 'aluno', at, userId });
  return { ...made, protocolo };
}

/** The facts that a student agrees to, which must not change after a request for the trip. */
const agreed = ['destino', 'inicio', 'fim', 'preco_minor', 'moeda', 'inclui', 'regras'] as const;

interface Sent {
  input: KnnUsaRequestIn;
  checked: CheckedRequest;
  /** Documents of this request; absent: the draft's. */
  sent?: CheckedFiles;
  /** The draft's data as read, so that a later change of another tab is not overwritten. */
  seen?: string;
  preference?: { forma: 'pix' | 'cartao' | 'cambio'; parcelas: number };
}

/** @throws Refusal 422 that names every wrong field */
export function refuseProblems({ problems }: Pick<CheckedRequest, 'problems'>): void {
  const [first] = Object.values(problems);
  if (first !== undefined) throw invalid(`Confira o pedido. ${first}`, problems);
}

/**
 * Turns a draft into a request. Data, documents, place, history and the guardian's mail are one transaction, so an incomplete
 * request never holds a place, and no place is taken twice.
 *
 * @throws Refusal 409 for a full trip, a second request, or a draft that another tab changed; 422 for a document that another tab
 *   removed
 */
export async function sendRequest(ctx: Ctx, { input, checked, sent, seen, preference }: Sent): Promise<UsaRequest> {
  const { trip, student, isMinor } = checked;
  if (!trip) throw invalid('Escolha uma turma.', { turma_id: 'Escolha uma turma' });
  const data: KnnUsaRequestIn = { ...input, responsavel: isMinor ? input.responsavel : null };
  const link: ConsentLink | null = data.responsavel
    ? await makeConsentLink(ctx, {
        aluno: data.full_name,
        responsavel: data.responsavel,
        marca: student.marca,
        turma: trip,
      })
    : null;
  const { row, replaced } = await storeFiles(ctx, sent?.files ?? [], async (tx) => {
    const at = ctx.now();
    const draft = await takeDraft(tx, ctx, student.company_id);
    if (seen !== undefined) await refuseChanged(tx, draft, { seen, kinds: checked.kinds });
    await moveRequest(tx, draft, 'enviada', {
      by: 'aluno',
      at,
      userId: student.id,
      set: {
        turma_id: trip.id,
        company_id: student.company_id,
        dados: JSON.stringify(data),
        exige_responsavel: isMinor,
        consentimento_chave: link?.chave ?? null,
        consentimento_expira_em: link?.expiraEm ?? null,
        forma_preferida: preference?.forma ?? null,
        parcelas_preferidas: preference?.parcelas ?? null,
        enviada_em: at.toISOString(),
      },
    });
    const taken = await takePlace(tx, trip.id);
    if (!taken) throw conflict('A última vaga desta turma acabou de ser ocupada.', 'full');
    // The trip changed since the student saw it on the screen.
    if (agreed.some((name) => taken[name] !== trip[name])) {
      throw conflict(
        'A escola mudou esta turma agora há pouco. Confira os dados da viagem e envie de novo.',
        'changed',
      );
    }
    const replaced = sent ? await replaceDocuments(tx, draft.id, sent.documents, at) : [];
    if (link) await mailConsentLink(tx, link, at);
    const row = await tx.selectFrom('usa_requests').selectAll().where('id', '=', draft.id).executeTakeFirstOrThrow();
    await notifyOfDocuments(tx, at, row, 'envio');
    return { row, replaced };
  });
  await dropFiles(ctx, replaced);
  if (link) ctx.wake();
  return presentRequest(ctx, ctx.db, row);
}

/** Locks the draft until it is sent. Refuses a draft that changed after the check. */
async function refuseChanged(
  tx: Db,
  draft: RequestRow,
  { seen, kinds }: { seen: string; kinds: CheckedRequest['kinds'] },
): Promise<void> {
  await holdRequest(tx, draft.id);
  const now = await tx.selectFrom('usa_requests').select('dados').where('id', '=', draft.id).executeTakeFirst();
  if (now?.dados !== seen) {
    throw conflict('O pedido mudou em outra aba ou aparelho. Confira os dados e envie de novo.', 'draft_changed');
  }
  const documents = await documentsOf(tx, draft.id);
  const missing = kinds.filter(({ tipo, obrigatorio }) => obrigatorio && !documents.some((each) => each.tipo === tipo));
  refuseProblems({
    problems: Object.fromEntries(missing.map(({ tipo, nome }) => [tipo, `Falta: ${nome}`])),
  });
}

async function replaceDocuments(tx: Db, requestId: number, files: readonly SentDocument[], at: Date) {
  const before = await documentsOf(tx, requestId);
  await tx.deleteFrom('usa_documentos').where('request_id', '=', requestId).execute();
  const stored = new Set(keysOf(files));
  await laterRemoved(
    tx,
    keysOf(before).filter((key) => !stored.has(key)),
    at,
  );
  if (files.length > 0) {
    await tx
      .insertInto('usa_documentos')
      .values(
        files.map((file) => ({
          ...file,
          request_id: requestId,
          n: 1,
          status: 'enviado' as const,
          motivo: null,
          enviado_em: at.toISOString(),
          analisado_em: null,
          por_user_id: null,
        })),
      )
      .execute();
  }
  return before;
}
