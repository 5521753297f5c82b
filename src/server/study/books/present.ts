import type { Livro, UserBook } from '#lib/contract/books.schema.ts';
import { maskName } from '#lib/format/text.ts';
import type { BookRow } from './queries.ts';

export const presentLivro = (
  row: Pick<BookRow, 'livro_id' | 'codigo' | 'nome' | 'linha' | 'nivel_cefr' | 'capa_url' | 'unidades_total'>,
): Livro => ({
  id: row.livro_id,
  codigo: row.codigo,
  nome: row.nome,
  linha: row.linha,
  nivel_cefr: row.nivel_cefr,
  capa_url: row.capa_url,
  unidades_total: row.unidades_total,
});

/** @param isVisitor without a session: shows whether the book has an owner, but not the owner */
export const presentBook = (row: BookRow, isVisitor = false): UserBook => ({
  id: row.id,
  uuid: row.uuid,
  code: row.code,
  livro: presentLivro(row),
  user_id: isVisitor ? null : row.user_id,
  user_name_masked: isVisitor || row.owner_name === null ? null : maskName(row.owner_name),
  is_empty: row.user_id === null,
  linked_at: isVisitor ? null : row.linked_at,
  expires_at: row.expires_at,
});
