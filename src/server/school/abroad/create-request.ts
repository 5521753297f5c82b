import { KnnUsaRequestIn, type UsaRequest } from '#lib/contract/abroad.schema.ts';
import { MAX_DOCUMENTS } from '#lib/format/limits.ts';
import { dayIn } from '#lib/rules/time/zones.ts';
import type { Ctx } from '../../core/http/ctx.ts';
import { parseJsonPart } from '../../core/http/parse.ts';
import { type Parts, receiveParts } from '../../core/http/receive.ts';
import { invalid } from '../../core/http/refusal.ts';
import { checkFiles } from './check-files.ts';
import { checkRequest } from './check-request.ts';
import { documentKind } from './document-kinds.ts';
import { refuseProblems, refuseSecond, sendRequest } from './send-request.ts';

const PART = 'knn_usa_request_in';

/**
 * Sends a request with its files at once (API-86): the JSON part says which document each file part is. It is all or
 * nothing: a refusal leaves neither a file nor a taken place behind.
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
