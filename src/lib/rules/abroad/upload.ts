import type { DocumentoTipo } from '#lib/contract/abroad.schema.ts';

/**
 * What the form of a document knows of it.
 *
 * @param requestId null: the file belongs to the draft. @param done the page that shows the document when it is there
 */
export const uploadOf = (
  { tipo, nome, formatos, tamanho_max_bytes: most }: DocumentoTipo,
  requestId: number | null,
  done: string,
) => ({
  tipo,
  requestId,
  label: nome,
  rule: { formats: formatos, most },
  doneHref: `${done}#${tipo}`,
});
