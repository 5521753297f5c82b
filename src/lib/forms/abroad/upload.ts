import type { DocumentoTipo } from '#lib/contract/abroad.schema.ts';
import { resendDocuments, uploadDraftDocument } from '#lib/contract/abroad.ts';

/**
 * What the form of a document knows of it.
 *
 * @param requestId null: the file belongs to the draft. @param done the page that shows the document when it is there
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
