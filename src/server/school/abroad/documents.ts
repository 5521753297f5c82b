import type { UsaRequest } from '#lib/contract/abroad.schema.ts';
import { MAX_DOCUMENTS } from '#lib/format/limits.ts';
import type { Db } from '../../core/db/connection.ts';
import { locked } from '../../core/db/locking.ts';
import { reachBy } from '../../core/http/access.ts';
import { auditView } from '../../core/http/audit.ts';
import type { Ctx, School } from '../../core/http/ctx.ts';
import { type FileAnswer, storedFile } from '../../core/http/file-answer.ts';
import { cleanFileName } from '../../core/http/file-name.ts';
import { cleanPicture } from '../../core/http/pictures/clean-picture.ts';
import { type FilePart, receiveParts } from '../../core/http/receive.ts';
import { conflict, invalid, notFound, Refusal } from '../../core/http/refusal.ts';
import { newFileKey } from '../../core/ports/files.ts';
import { laterRemoved, removeUnnamed } from '../../core/ports/remove-files.ts';
import { type NewFile, storeFiles } from '../../core/ports/store-files.ts';
import { notifyStaff } from '../../messages/inbox/notify-staff.ts';
import { kindOfFile } from '../../study/pedagogico/file-kinds.ts';
import { documentKind } from './document-kinds.ts';
import { presentRequest } from './present.ts';
import { type DocumentRow, documentById, documentsOf, ownRequest, requestOfSchool } from './queries.ts';
import { isInReview, moveRequest, type RequestRow } from './transitions.ts';

/**
 * The bytes of a document, only as a download: for its owner, and for the owner's school, with a log entry.
 *
 * @throws Refusal 404, also for another person's document
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

/** Requests in one transaction. */
const SOME = 50;

/**
 * Deletes the documents and the form of requests whose trip ended before a day. Number, bills and history stay. A job removes the
 * files.
 *
 * @returns whether there may be more.
 */
export const forgetDocuments = (db: Db, before: string, at: Date): Promise<boolean> =>
  db.transaction().execute(async (tx) => {
    const over = await tx
      .selectFrom('usa_requests')
      .innerJoin('usa_turmas', 'usa_turmas.id', 'usa_requests.turma_id')
      .select('usa_requests.id')
      .where('usa_turmas.fim', '<', before.slice(0, 10))
      .where(({ or, eb, exists, selectFrom }) =>
        or([
          eb('usa_requests.dados', '<>', '{}'),
          exists(selectFrom('usa_documentos').select('id').whereRef('request_id', '=', 'usa_requests.id')),
        ]),
      )
      .orderBy('usa_requests.id')
      .limit(SOME)
      .execute();
    const ids = over.map(({ id }) => id);
    if (ids.length === 0) return false;
    const files = await tx.deleteFrom('usa_documentos').where('request_id', 'in', ids).returning('chave').execute();
    await laterRemoved(
      tx,
      files.map(({ chave }) => chave),
      at,
    );
    await tx.updateTable('usa_requests').set({ dados: '{}' }).where('id', 'in', ids).execute();
    return ids.length === SOME;
  });

/** An own request that was sent. @throws Refusal 404, also for somebody else's request */
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
  await notifyOfDocuments(tx, at, request, sent.slice(0, 40));
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

/** Notifies staff about documents to check. @param about the key of the submission */
export const notifyOfDocuments = (
  tx: Db,
  at: Date,
  { id, user_id }: Pick<RequestRow, 'id' | 'user_id'>,
  about: string,
) =>
  notifyStaff(tx, at, {
    kind: 'documento_enviado',
    about: `${id}:${about}`,
    params: { id },
    at: { userId: user_id },
  });

/** Locks a request: changes to its documents run one after the other, because together they decide its state. */
export async function holdRequest(tx: Db, id: number): Promise<void> {
  await locked(tx, tx.selectFrom('usa_requests').select('id').where('id', '=', id), 'hold').execute();
}

/** The row of a document. */
export interface SentDocument {
  tipo: string;
  nome: string;
  mime: string;
  tamanho_bytes: number;
  chave: string;
}

/** Documents of a call: the files for the store, and the values for their rows. */
export interface CheckedFiles {
  files: NewFile[];
  documents: SentDocument[];
}

/**
 * Checks the contents of files and cleans pictures.
 *
 * @param requested the kind of document of each part, with its allowed endings.
 * @throws Refusal 415 by content (ABROAD-09)
 */
export async function checkFiles(
  requested: readonly { part: FilePart; tipo: string; formatos: readonly string[] }[],
): Promise<CheckedFiles> {
  const checked: CheckedFiles = { files: [], documents: [] };
  for (const { part, tipo, formatos } of requested) {
    const kind = await kindOfFile(part.path, formatos);
    if (!kind) {
      const names = formatos.map((format) => format.toUpperCase()).join(', ');
      throw new Refusal(415, `O conteúdo deste arquivo não é de um tipo aceito. Envie ${names}.`, {
        fields: { [part.field]: `Tipo não aceito: envie ${names}` },
      });
    }
    // The size of the cleaned picture, which is smaller than the uploaded file.
    const { bytes } = await cleanPicture(part, kind.mime, part.field);
    const chave = newFileKey('intercambio');
    const nome = cleanFileName(part.name, kind.ending);
    checked.files.push({ key: chave, path: part.path, mime: kind.mime });
    checked.documents.push({ tipo, nome, mime: kind.mime, tamanho_bytes: bytes, chave });
  }
  return checked;
}

export const keysOf = (files: readonly { chave: string }[]): string[] => files.map(({ chave }) => chave);

/** Removes files without a row from the store. */
export const dropFiles = (
  school: Pick<School, 'db' | 'ports' | 'log' | 'now'>,
  files: readonly { chave: string }[],
): Promise<void> => removeUnnamed(school, keysOf(files));
