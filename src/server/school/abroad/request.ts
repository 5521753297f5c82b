import { type DocumentoTipo, KnnUsaRequestIn, type TurmaUsa, type UsaRequest } from '#lib/contract/abroad.schema.ts';
import type { Recebedor } from '#lib/contract/exchange.schema.ts';
import { formatDay } from '#lib/format/dates.ts';
import { MAX_DOCUMENTS } from '#lib/format/limits.ts';
import { ADULT_AGE, birthProblem, isUnderAge } from '#lib/rules/account/birth-date.ts';
import { addMonths } from '#lib/rules/time/days.ts';
import { dayIn } from '#lib/rules/time/zones.ts';
import { abroadMessages } from '#lib/words/abroad.ts';
import { required } from '#lib/words/validation.ts';
import type { Db } from '../../core/db/connection.ts';
import type { Ctx } from '../../core/http/ctx.ts';
import { parseJsonPart } from '../../core/http/parse.ts';
import { type Parts, receiveParts } from '../../core/http/receive.ts';
import { conflict, invalid, notFound } from '../../core/http/refusal.ts';
import { laterRemoved } from '../../core/ports/remove-files.ts';
import { cancelExchanges } from '../../money/exchange/end-payment.ts';
import type { ExchangeClaim } from '../../money/exchange/open-payment.ts';
import { documentKind, kindsFor } from './document-kinds.ts';
import { checkFiles, dropFiles, holdRequest, keysOf } from './documents.ts';
import { registeredGuardian } from './draft-form.ts';
import { documentsOf, ownRequest, type StudentRow, studentOf } from './queries.ts';
import { offeredTripFor } from './read-trips.ts';
import { refuseProblems, refuseSecond, sendRequest } from './send-request.ts';
import { freePlace, mayDelete, tryMove } from './transitions.ts';

const PART = 'knn_usa_request_in';

/**
 * Sends a request with its files at once (API-86): the JSON part names the document of each file part. All or nothing: after a
 * refusal neither a file nor a taken place remains.
 *
 * @throws Refusal 409 for a second request or a full trip, 413, 415, 422 by field, 429, 503
 */
export async function createRequest(ctx: Ctx): Promise<UsaRequest> {
  const { db, session } = ctx;
  await ctx.limits.take('upload', `user:${session.userId}`);
  const parts = await receiveParts(ctx.request, {
    texts: [PART],
    ...MAX_DOCUMENTS,
  });
  try {
    const text = parts.texts.get(PART);
    if (text === undefined) throw invalid(`Envie a parte “${PART}” com os dados em JSON.`);
    const input = parseJsonPart(KnnUsaRequestIn, text);
    await refuseSecond(db, session.userId, dayIn(session.timeZone, ctx.now()));
    const named = filesByKind(input, parts);
    const checked = await checkRequest(
      ctx,
      input,
      named.map(({ tipo }) => tipo),
    );
    refuseProblems(checked);
    return await sendRequest(ctx, { input, checked, sent: await checkFiles(named) });
  } finally {
    await parts.discard();
  }
}

/** Each file has one name, and each name has one file. */
function filesByKind({ documentos }: KnnUsaRequestIn, { files }: Parts) {
  const kinds = documentos.map(({ tipo }) => tipo);
  const names = documentos.map(({ arquivo }) => arquivo);
  if (new Set(kinds).size < kinds.length || new Set(names).size < names.length) {
    throw invalid('Um documento foi enviado mais de uma vez.', { documentos: 'Documento repetido' });
  }
  const extra = files.find(({ field }) => !names.includes(field));
  if (extra) {
    throw invalid('Um arquivo não foi citado em “documentos”.', { documentos: `Arquivo não citado: ${extra.field}` });
  }
  return documentos.map(({ tipo, arquivo }) => {
    const kind = documentKind(tipo, false);
    const part = files.find(({ field }) => field === arquivo);
    if (!kind) throw invalid('Um tipo de documento não existe.', { documentos: `Tipo desconhecido: ${tipo}` });
    if (!part) throw invalid('Falta um arquivo citado em “documentos”.', { documentos: `Falta o arquivo ${arquivo}` });
    return { part, tipo, formatos: kind.formatos };
  });
}

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
      const documents = await documentsOf(tx, id);
      await laterRemoved(tx, keysOf(documents), at);
      await tx.deleteFrom('usa_documentos').where('request_id', '=', id).execute();
      await tx.deleteFrom('usa_historico').where('request_id', '=', id).execute();
      await tx.deleteFrom('usa_requests').where('id', '=', id).where('status', '=', 'rascunho').execute();
      return documents;
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
    const documents = await documentsOf(tx, id);
    await tx.deleteFrom('usa_documentos').where('request_id', '=', id).execute();
    await laterRemoved(tx, keysOf(documents), at);
    return documents;
  });
  await dropFiles(ctx, files);
  return { detail: 'Pedido excluído.' };
}

export interface CheckedRequest {
  student: StudentRow;
  trip: TurmaUsa | undefined;
  isMinor: boolean;
  /** The documents that this student has to send. */
  kinds: DocumentoTipo[];
  /** By the contract's field names; empty if there are none. */
  problems: Record<string, string>;
}

type Input = Pick<KnnUsaRequestIn, 'turma_id' | 'birth_date' | 'passaporte' | 'visto' | 'cpf' | 'responsavel'>;

/** Checks a well-formed request against the trip, the registration and the school's calendar. */
export async function checkRequest(
  { db, session, now }: Ctx,
  input: Input,
  sentKinds: readonly string[],
): Promise<CheckedRequest> {
  const student = await studentOf(db, session.userId);
  const today = dayIn(session.timeZone, now());
  // The age follows from the submitted birth date, which equals the registration's if that has one.
  const trip = await offeredTripFor(db, { ...student, birth_date: input.birth_date }, today, input.turma_id);
  const isMinor = needsGuardian(input.birth_date, today);
  const kinds = kindsFor(trip?.documentos_exigidos ?? [], isMinor);
  const problems = requestProblems(input, {
    today,
    trip: trip ?? null,
    knownBirth: student.birth_date,
    ownEmail: student.email,
    registered: registeredGuardian(student),
    needsPassport: kinds.some(({ tipo, obrigatorio }) => tipo === 'passaporte' && obrigatorio),
  });
  if (!trip) problems.turma_id = abroadMessages.tripMissing;
  else if (trip.motivo_inelegivel) problems.turma_id = trip.motivo_inelegivel;
  for (const { tipo, nome, obrigatorio } of kinds) {
    if (obrigatorio && !sentKinds.includes(tipo)) problems[`documentos.${tipo}`] = `Falta: ${nome}`;
  }
  return { student, trip, isMinor, kinds, problems };
}

/** A passport must be valid for this many months after the trip's end. */
const PASSPORT_MONTHS = 6;

interface Facts {
  /** The school's day, `YYYY-MM-DD`. */
  today: string;
  trip: { fim: string } | null;
  /** The registration's birth date. A request cannot change it. */
  knownBirth: string | null;
  needsPassport: boolean;
  /** The e-mail of the student's own account, and the guardian of the registration. */
  ownEmail: string;
  registered: { cpf: string; email: string } | null;
}

type RequestFields = Pick<KnnUsaRequestIn, 'birth_date' | 'passaporte' | 'visto' | 'cpf' | 'responsavel'>;

/** The day until which a passport must be valid for a trip. */
export const passportUntil = (fim: string): string => addMonths(fim, PASSPORT_MONTHS);

/** Whether the student needs a guardian on the day of the request (VALID-06). A wrong date counts as under age. */
export const needsGuardian = (birth: string, today: string): boolean => isUnderAge(birth, today) ?? true;

/**
 * The problems of a well-formed request, by the contract's field names. `reasonAgainst` decides which trip it may be
 * for.
 */
export function requestProblems(submitted: RequestFields, facts: Facts): Record<string, string> {
  return {
    ...birthProblems(submitted, facts),
    ...passportProblems(submitted, facts),
    ...guardianProblems(submitted, facts),
  };
}

function birthProblems({ birth_date }: RequestFields, { today, knownBirth }: Facts): Record<string, string> {
  const problem = birthProblem(birth_date, today);
  if (problem) return { birth_date: problem };
  if (knownBirth !== null && knownBirth !== birth_date) {
    return { birth_date: `Não é a data do seu cadastro (${formatDay(knownBirth)})` };
  }
  return {};
}

function passportProblems(
  { passaporte, visto }: RequestFields,
  { trip, needsPassport }: Facts,
): Record<string, string> {
  const problems: Record<string, string> = {};
  if (!passaporte && needsPassport) problems['passaporte.numero'] = required;
  const until = trip && passportUntil(trip.fim);
  if (passaporte && until && passaporte.validade < until) {
    problems['passaporte.validade'] = `Precisa valer até ${formatDay(until)}, seis meses depois da volta`;
  }
  if (visto && trip && visto.validade < trip.fim) {
    problems['visto.validade'] = `Precisa valer até a volta, em ${formatDay(trip.fim)}`;
  }
  return problems;
}

/** The guardian gets the link for the consent, so the guardian must not be the student. */
function guardianProblems(
  { birth_date, cpf, responsavel }: RequestFields,
  { today, ownEmail, registered }: Facts,
): Record<string, string> {
  if (!needsGuardian(birth_date, today)) return {};
  if (!responsavel) {
    return { 'responsavel.full_name': `Com menos de ${ADULT_AGE} anos é preciso um responsável` };
  }
  if (responsavel.cpf === cpf) return { 'responsavel.cpf': 'Use o CPF do responsável, não o do aluno' };
  const isSame = (one: string | undefined, other: string) => one?.toLowerCase() === other.toLowerCase();
  if (registered) {
    return registered.cpf === responsavel.cpf && isSame(responsavel.email, registered.email)
      ? {}
      : { 'responsavel.cpf': 'Use o CPF e o e-mail do responsável do seu cadastro: outro, só pela secretaria' };
  }
  return isSame(responsavel.email, ownEmail)
    ? { 'responsavel.email': 'Use o e-mail do responsável, não o do aluno' }
    : {};
}

/**
 * Lets an exchange pay the user's own request. The request must expect an exchange, in this currency and for its full
 * price. An earlier unpaid exchange for it ends, so nobody pays twice.
 *
 * @throws Refusal 404 for somebody else's request, 409 when it expects no exchange, 422 for another amount
 */
export async function claimForExchange(tx: Db, { userId, requestId, quote, at }: ExchangeClaim): Promise<void> {
  const payment = await tx
    .selectFrom('usa_pagamentos')
    .innerJoin('usa_requests', 'usa_requests.id', 'usa_pagamentos.request_id')
    .selectAll('usa_pagamentos')
    .select('usa_requests.status')
    .where('usa_pagamentos.request_id', '=', requestId)
    .where('usa_pagamentos.user_id', '=', userId)
    .executeTakeFirst();
  if (!payment) throw notFound('Não encontramos este pedido de intercâmbio entre os seus.');
  if (payment.forma !== 'cambio' || payment.pago_em !== null || payment.status !== 'aguardando_pagamento') {
    throw conflict('Este pedido não espera um pagamento por câmbio.', 'request_status');
  }
  if (payment.moeda !== quote.moeda || payment.total_minor !== quote.valor_minor) {
    throw invalid('A cotação não é do valor da viagem. Cote o valor inteiro, na moeda da viagem.', {
      quote_id: 'Valor diferente do da viagem',
    });
  }
  await cancelExchanges(tx, requestId, at, quote.id);
  const held = await tx
    .updateTable('usa_pagamentos')
    .set({ atualizado_em: new Date(Math.max(at.getTime(), Date.parse(payment.atualizado_em) + 1)).toISOString() })
    .where('id', '=', payment.id)
    .where('atualizado_em', '=', payment.atualizado_em)
    .returning('id')
    .executeTakeFirst();
  if (!held) throw conflict('Este pagamento mudou enquanto isso. Abra a página de novo.', 'changed');
}

/** The partner school of a request's trip. It receives the money. */
export async function receiverOfRequest(tx: Db, requestId: number): Promise<Recebedor | undefined> {
  const trip = await tx
    .selectFrom('usa_requests')
    .innerJoin('usa_turmas', 'usa_turmas.id', 'usa_requests.turma_id')
    .select(['usa_turmas.escola_parceira', 'usa_turmas.destino', 'usa_requests.protocolo'])
    .where('usa_requests.id', '=', requestId)
    .executeTakeFirst();
  return trip && { nome: trip.escola_parceira, pais: trip.destino, conta: trip.protocolo, motivo: 'estudos' };
}
