import type { Documento, DocumentoTipo, KnnUsaRequestIn, UsaDraft, UsaRequest } from '#lib/contract/abroad.schema.ts';
import { type DraftValues, draftFieldOf, draftTripOf } from '#lib/contract/abroad-draft.schema.ts';
import { MAX_DOCUMENTS } from '#lib/format/limits.ts';
import { isBirthDate, isUnderAge } from '#lib/rules/account/birth-date.ts';
import { maxInstallments } from '#lib/rules/finance/payment-plan.ts';
import { dayIn } from '#lib/rules/time/zones.ts';
import { required } from '#lib/words/validation.ts';
import type { Db } from '../../core/db/connection.ts';
import type { Ctx } from '../../core/http/ctx.ts';
import { receiveFile } from '../../core/http/receive.ts';
import { conflict, invalid, notFound } from '../../core/http/refusal.ts';
import { laterRemoved } from '../../core/ports/remove-files.ts';
import { storeFiles } from '../../core/ports/store-files.ts';
import { documentKind, kindsFor } from './document-kinds.ts';
import { checkFiles, dropFiles, holdRequest, keysOf } from './documents.ts';
import { firstValues, parseDraft, registeredGuardian, stepOf } from './draft-form.ts';
import { presentDocument, presentRequest } from './present.ts';
import { type DocumentRow, documentsOf, draftOf, type StudentRow, sentRequestOf, studentOf } from './queries.ts';
import { offeredTripFor, tripFor } from './read-trips.ts';
import { checkRequest, needsGuardian, requestProblems } from './request.ts';
import { refuseProblems, refuseSecond, sendRequest, takeDraft } from './send-request.ts';

/** Starts or continues the draft. @throws Refusal 409 while there is another active request */
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

/** Stores the typed values, valid or not, so that another device can continue. @throws Refusal 409 */
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

/** Stores a document of the draft, replacing the previous one. @throws Refusal 404, 409, 413, 415, 422, 429, 503 */
export async function uploadDraftDocument(ctx: Ctx, tipo: string): Promise<UsaDraft> {
  const kind = documentKind(tipo, false);
  if (!kind) throw notFound('Este tipo de documento não existe.');
  await ctx.limits.take('upload', `user:${ctx.session.userId}`);
  const received = await receiveFile(ctx.request, 'file', MAX_DOCUMENTS.max);
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
    // Sending locks the request too: the document is either sent with it or removed before.
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
    // A second click may have sent the draft meanwhile.
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

const steps = ['dados', 'passaporte', 'turma', 'documentos', 'pagamento', 'revisao'] as const;

/** A draft, with the data that was read for it. */
interface ReadDraft {
  draft: UsaDraft;
  student: StudentRow;
  /** null while the form has problems. */
  input: KnnUsaRequestIn | null;
  documents: DocumentRow[];
  /** The stored JSON. */
  dados: string | null;
}

/** The draft of the student, or an empty one filled from the registration, and the problems of each step. */
export async function readDraft({ db, session, now }: Ctx): Promise<ReadDraft> {
  const [student, row] = await Promise.all([studentOf(db, session.userId), draftOf(db, session.userId)]);
  const today = dayIn(session.timeZone, now());
  const valores: DraftValues = { ...firstValues(student), ...(row && (JSON.parse(row.dados) as DraftValues)) };
  const birth = valores.birth_date ?? '';
  const isKnown = isBirthDate(birth, today);
  const chosen = draftTripOf(valores);
  const [turma, documents] = await Promise.all([
    offeredTripFor(db, { ...student, birth_date: isKnown ? birth : null }, today, chosen),
    row ? documentsOf(db, row.id) : [],
  ]);
  const isMinor = isKnown && needsGuardian(birth, today);
  const kinds = kindsFor(turma?.documentos_exigidos ?? [], isMinor);
  const { input, problems: formal } = parseDraft(valores, isMinor);
  const submitted = input ?? loosely(valores, isMinor);
  const problems: Record<string, string> = {
    ...requestProblems(submitted, {
      today,
      trip: turma ?? null,
      knownBirth: student.birth_date,
      ownEmail: student.email,
      registered: registeredGuardian(student),
      // Required until a trip is chosen that does not require it.
      needsPassport: !turma || kinds.some(({ tipo, obrigatorio }) => tipo === 'passaporte' && obrigatorio),
    }),
    ...formal,
  };
  if (!turma) problems.turma_id = 'Escolha uma turma';
  else if (turma.motivo_inelegivel) problems.turma_id = turma.motivo_inelegivel;
  for (const { tipo, nome, obrigatorio } of kinds) {
    if (obrigatorio && !documents.some((each) => each.tipo === tipo)) problems[`documentos.${tipo}`] = `Falta: ${nome}`;
  }
  Object.assign(problems, paymentProblems(valores, today, turma?.inicio));
  return {
    student,
    input: Object.keys(problems).length === 0 ? input : null,
    documents,
    dados: row?.dados ?? null,
    draft: {
      id: row?.id ?? null,
      valores,
      turma: turma ?? null,
      documentos: kinds.map((tipo) => {
        const document = documents.find((each) => each.tipo === tipo.tipo);
        return { tipo, documento: document ? presentDocument(document) : null };
      }),
      menor: isUnderAge(birth, today),
      passos: stepsWith(problems),
      atualizado_em: row?.atualizada_em ?? null,
    },
  };
}

/** The values for the rules that run before the whole form is valid. Each invalid field already has its own message. */
function loosely(values: DraftValues, isMinor: boolean) {
  const digits = (text: string | undefined) => (text ?? '').replace(/\D/g, '');
  const responsavel = {
    full_name: '',
    cpf: digits(values.resp_cpf),
    email: values.resp_email?.trim() ?? '',
    phone: '',
    parentesco: '',
  };
  const passaporte = values.passaporte_validade
    ? { numero: '', pais: '', validade: values.passaporte_validade }
    : values.passaporte_numero || values.passaporte_pais
      ? { numero: '', pais: '', validade: '9999-12-31' }
      : null;
  const visto = values.visto_validade ? { tipo: '', validade: values.visto_validade } : null;
  const hasGuardian = isMinor && Boolean(values.resp_full_name || values.resp_cpf);
  return {
    birth_date: values.birth_date ?? '',
    cpf: digits(values.cpf),
    passaporte,
    visto,
    responsavel: hasGuardian ? responsavel : null,
  };
}

/** The payment method is only a note at this point: nobody has to pay before the school approves. */
function paymentProblems({ forma, parcelas }: DraftValues, today: string, start: string | undefined) {
  const problems: Record<string, string> = {};
  if (forma !== 'pix' && forma !== 'cartao' && forma !== 'cambio') return { forma: required };
  const max = maxInstallments(forma, today, start ?? today);
  const n = Number(parcelas ?? '1');
  if (!(Number.isInteger(n) && n >= 1 && n <= max)) problems.parcelas = `Escolha de 1 a ${max} parcelas`;
  return problems;
}

function stepsWith(problems: Record<string, string>): UsaDraft['passos'] {
  const named = Object.entries(problems).map(([path, words]) => [draftFieldOf(path), words] as const);
  return steps.map((passo) => {
    const own = named.filter(([field]) => stepOf(field) === passo);
    const isReview = passo === 'revisao';
    return {
      passo,
      completo: isReview ? named.length === 0 : own.length === 0,
      problemas: Object.fromEntries(own),
    };
  });
}

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
