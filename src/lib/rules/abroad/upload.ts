import type { DocumentoTipo } from '#lib/contract/abroad.schema.ts';

/** What the form of a document knows of it. @param done the page that shows the document when it is there */
export const uploadOf = ({ tipo, nome, formatos, tamanho_max_bytes }: DocumentoTipo, done: string) => ({
  tipo,
  nome,
  formatos,
  mostBytes: tamanho_max_bytes,
  doneHref: `${done}#${tipo}`,
});
