import type { z } from 'zod';
import type { UsaRequest } from '#lib/contract/abroad.schema.ts';
import type { Moeda } from '#lib/contract/exchange.schema.ts';
import { formatCpf } from '#lib/format/cpf.ts';
import { formatPhone } from '#lib/format/documents.ts';
import { formatForeign } from '#lib/format/foreign.ts';
import { routes } from '#lib/routes.ts';
import type { Db } from '../../core/db/connection.ts';
import { countsOf } from '../../core/db/counts.ts';
import { cutPage, type Order, pageAfter } from '../../core/db/keyset.ts';
import { folded, hasWords, personText } from '../../core/db/people-by-name.ts';
import { within } from '../../core/http/access.ts';
import { audit, changeOf } from '../../core/http/audit.ts';
import type { Ctx } from '../../core/http/ctx.ts';
import { conflict, notFound } from '../../core/http/refusal.ts';
import { notify, notifyPerson } from '../../messages/inbox/notify.ts';
import { hasDocumentsToCheck, PENDING_DOCUMENTS } from './count-waiting.ts';
import { kindName } from './document-kinds.ts';
import { holdRequest } from './documents.ts';
import type { listSchoolRequestsInput } from './inputs.ts';
import { presentRequest, sentData } from './present.ts';
import { documentById, documentsOf, requestOfSchool, studentOf } from './queries.ts';
import { freePlace, isInReview, moveRequest, type RequestRow, type Status, tryMove } from './transitions.ts';

const missing = () => notFound('Não encontramos este pedido na sua escola.');

const newest: Order = [
  ['enviada_em', 'desc'],
  ['usa_requests.id', 'desc'],
];

/** Requests of the manager's own school, the last sent first. */
export async function listSchoolRequests(
  ctx: Ctx,
  { status, q, limit, depois }: z.output<typeof listSchoolRequestsInput>,
) {
  const all = ctx.db
    .selectFrom('usa_requests')
    .innerJoin('users', 'users.id', 'usa_requests.user_id')
    .innerJoin('usa_turmas', 'usa_turmas.id', 'usa_requests.turma_id')
    .leftJoin('companies', 'companies.id', 'usa_requests.company_id')
    .$call(within(ctx.reach))
    .where('usa_requests.status', 'not in', ['rascunho', 'cancelada'])
    .$if(Boolean(q), (some) => some.where(hasWords(q ?? '', personText(), folded('usa_requests.protocolo'))));
  const toCheck = all.where(hasDocumentsToCheck);
  const query =
    status === 'a_conferir' ? toCheck : status === undefined ? all : all.where('usa_requests.status', '=', status);
  const page = query
    .select(['usa_requests.id', 'protocolo', 'usa_requests.status', 'users.full_name as aluno'])
    .select(['usa_turmas.nome as turma', 'enviada_em', 'exige_responsavel', 'consentimento_em']);
  const [found, { total }, states, { many }] = await Promise.all([
    pageAfter(page, newest, { depois, limit }).execute(),
    query.select(({ fn }) => fn.countAll<number | string>().as('total')).executeTakeFirstOrThrow(),
    all
      .select(['usa_requests.status', ({ fn }) => fn.countAll<number | string>().as('many')])
      .groupBy('usa_requests.status')
      .execute(),
    toCheck.select(({ fn }) => fn.countAll<number | string>().as('many')).executeTakeFirstOrThrow(),
  ]);
  const { rows, next } = cutPage(found, limit, ({ enviada_em, id }) => [enviada_em ?? '', id]);
  const ids = rows.map(({ id }) => id);
  const documents =
    ids.length === 0
      ? []
      : await ctx.db
          .selectFrom('usa_documentos')
          .select(['request_id', 'status'])
          .where('request_id', 'in', ids)
          .execute();
  const items = rows.map((row) => {
    const own = documents.filter(({ request_id }) => request_id === row.id);
    return { ...presentRow(row, own), aluno: row.aluno, turma: row.turma };
  });
  return { items, total: Number(total), next, contagens: { ...countsOf(states), a_conferir: Number(many) } };
}

type Waiting = Pick<
  RequestRow,
  'id' | 'protocolo' | 'status' | 'enviada_em' | 'exige_responsavel' | 'consentimento_em'
>;

const isToCheck = ({ status }: { status: string }) => PENDING_DOCUMENTS.some((each) => each === status);

/** A request with the number of documents to check. */
function presentRow(row: Waiting, documents: readonly { status: string }[]) {
  const { id, protocolo, status, exige_responsavel: menor } = row;
  return {
    id,
    protocolo,
    status,
    enviada_em: row.enviada_em ?? '',
    menor,
    /** Documents that the school still has to check. */
    a_conferir: documents.filter(isToCheck).length,
    falta_aceitar: documents.filter((each) => each.status !== 'aceito').length,
    falta_autorizar: menor && row.consentimento_em === null,
  };
}

/** @throws Refusal 404, also for another school's request (ROLE-08) */
export async function readSchoolRequest(ctx: Ctx, id: number) {
  return present(ctx, await inReach(ctx, ctx.db, id));
}

async function inReach(ctx: Ctx, db: Db, id: number): Promise<RequestRow> {
  const row = await requestOfSchool(db, ctx.reach, id);
  if (!row || row.status === 'cancelada') throw missing();
  return row;
}

async function present(ctx: Ctx, row: RequestRow) {
  const [student, request] = await Promise.all([studentOf(ctx.db, row.user_id), presentRequest(ctx, ctx.db, row)]);
  const { documentos, turma, pagamento } = request;
  return {
    ...presentRow(row, documentos),
    user_id: student.id,
    aluno: student.full_name,
    turma: turma.nome,
    documentos: documentos.map((each) => ({
      ...each,
      nome: kindName(each.tipo),
      pode_decidir: isInReview(row.status) && isToCheck(each),
    })),
    request: {
      ...request,
      dados: written(request.dados),
      pagamento: pagamento && {
        ...pagamento,
        total_escrito: pagamento.total_minor && formatForeign(pagamento.total_minor, pagamento.moeda as Moeda),
      },
    },
  };
}

/** Formatted numbers, so that islands of the panel need not load the formatters. */
function written({ cpf, phone, contato_emergencia, responsavel, ...dados }: UsaRequest['dados']) {
  return {
    ...dados,
    cpf: formatCpf(cpf),
    phone: formatPhone(phone),
    contato_emergencia: { ...contato_emergencia, telefone: formatPhone(contato_emergencia.telefone) },
    responsavel: responsavel && { ...responsavel, phone: formatPhone(responsavel.phone) },
  };
}

/**
 * Accepts or refuses a document. The student sees the reason of a refusal, and has to send that document again.
 *
 * @throws Refusal 404 for another school's document, 409 for a decided one, or a request that is not in review
 */
export async function reviewDocument(
  ctx: Ctx,
  documentId: number,
  { resultado, motivo }: { resultado: 'aceito' | 'recusado'; motivo?: string },
) {
  const found = await documentById(ctx.db, documentId);
  const { id } = await inReach(ctx, ctx.db, found?.request_id ?? 0);
  await ctx.db.transaction().execute(async (tx) => {
    await holdRequest(tx, id);
    const request = await inReach(ctx, tx, id);
    if (!isInReview(request.status)) throw conflict('Este pedido não está em análise.', 'request_status');
    const at = ctx.now();
    const reviewed = await tx
      .updateTable('usa_documentos')
      .set({
        status: resultado,
        motivo: resultado === 'recusado' ? (motivo ?? null) : null,
        analisado_em: at.toISOString(),
        por_user_id: ctx.session.userId,
      })
      .where('id', '=', documentId)
      .where('status', 'in', PENDING_DOCUMENTS)
      .returning(['tipo', 'n'])
      .executeTakeFirst();
    if (!reviewed) throw conflict('Este documento já foi decidido. Abra a página de novo.', 'document_settled');
    const nome = kindName(reviewed.tipo);
    await moveByDocuments(ctx, tx, request, at, resultado === 'recusado' ? `${nome}: ${motivo ?? ''}` : null);
    if (resultado === 'recusado') {
      await notify(tx, at, {
        userId: request.user_id,
        kind: 'documento_recusado',
        about: `${documentId}:${reviewed.n}`,
        params: { documento: nome, motivo: motivo ?? null },
      });
    }
    await audit({ ...ctx, db: tx as Ctx['db'] }, `abroad-document-${resultado}`, `usa_document:${documentId}`, {
      about: request.user_id,
      ...changeOf(found, { status: resultado, motivo }, ['status', 'motivo']),
    });
  });
  return readSchoolRequest(ctx, id);
}

/** The status of a request follows from its documents. With a refused one it waits for the student. */
async function moveByDocuments(ctx: Ctx, tx: Db, request: RequestRow, at: Date, nota: string | null) {
  const isRefused = (await documentsOf(tx, request.id)).some(({ status }) => status === 'recusado');
  const to: Status = isRefused ? 'documento_recusado' : 'em_analise';
  if (request.status === to) return;
  await tryMove(tx, request, to, { by: 'equipe', at, userId: ctx.session.userId, nota: nota?.slice(0, 300) });
}

/**
 * Starts the review of a request, approves it or refuses it. An approval needs every document accepted and, for a
 * minor, the guardian's consent. A refusal frees the place.
 *
 * @throws Refusal 404 for another school's request, 409 when that step is not possible now
 */
export async function decideRequest(
  ctx: Ctx,
  id: number,
  { resultado, motivo }: { resultado: 'em_analise' | 'aprovada' | 'recusada'; motivo?: string },
) {
  await ctx.db.transaction().execute(async (tx) => {
    await inReach(ctx, tx, id);
    await holdRequest(tx, id);
    const request = await inReach(ctx, tx, id);
    const at = ctx.now();
    if (resultado === 'aprovada') await refuseIncomplete(tx, request);
    await moveRequest(tx, request, resultado, { by: 'equipe', at, userId: ctx.session.userId, nota: motivo });
    if (resultado === 'em_analise') {
      await tx
        .updateTable('usa_documentos')
        .set({ status: 'em_analise' })
        .where('request_id', '=', id)
        .where('status', '=', 'enviado')
        .execute();
    }
    if (resultado === 'recusada') await freePlace(tx, request.turma_id);
    await notifyPerson(tx, at, {
      userId: request.user_id,
      category: 'aviso',
      path: routes.abroad.home(),
      ...words[resultado],
      ...(resultado === 'recusada' && { body: motivo ?? '' }),
    });
    await audit({ ...ctx, db: tx as Ctx['db'] }, `abroad-request-${resultado}`, `usa_request:${id}`, {
      about: request.user_id,
      ...changeOf(request, { status: resultado }, ['status']),
    });
  });
  return readSchoolRequest(ctx, id);
}

const words = {
  em_analise: { title: 'Seu intercâmbio está em análise', body: 'A escola começou a conferir os seus documentos.' },
  aprovada: { title: 'Intercâmbio aprovado', body: 'Escolha como pagar para garantir a sua viagem.' },
  recusada: { title: 'Seu pedido de intercâmbio não foi aprovado', body: '' },
} as const;

async function refuseIncomplete(tx: Db, request: RequestRow): Promise<void> {
  const open = (await documentsOf(tx, request.id)).filter(({ status }) => status !== 'aceito');
  if (open.length > 0) {
    const names = open.map(({ tipo }) => kindName(tipo)).join(', ');
    throw conflict(`Falta aceitar: ${names}.`, 'documents_open');
  }
  if (request.exige_responsavel && request.consentimento_em === null) {
    const name = sentData(request).responsavel?.full_name ?? 'O responsável';
    throw conflict(`${name} ainda não autorizou a viagem.`, 'consent_missing');
  }
}
