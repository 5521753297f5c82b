import type { DocumentoTipo } from '#lib/contract/abroad.schema.ts';
import { resendDocuments, uploadDraftDocument } from '#lib/contract/abroad.ts';

/**
 * The values with which a document’s form is drawn.
 *
 * @param requestId null: the file belongs to the draft. @param done the page that shows the uploaded document
 */
export const uploadOf = (
  { tipo, nome, formatos, tamanho_max_bytes: max }: DocumentoTipo,
  requestId: number | null,
  done: string,
) => ({
  ...(requestId === null
    ? { call: uploadDraftDocument, params: { tipo } }
    : { call: resendDocuments, params: { id: requestId }, field: tipo }),
  values: { acao: 'documento', tipo, ...(requestId !== null && { id: String(requestId) }) },
  label: nome,
  rule: { formats: formatos, max },
  doneHref: `${done}#${tipo}`,
});
