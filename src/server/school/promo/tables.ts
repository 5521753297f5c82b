import { id, instant, integer, ref, text } from '../../core/db/columns.ts';
import { impersonal } from '../../core/db/table.ts';

export const promoTables = {
  promo_drafts: impersonal('da escola: quem mudou é só um número, que sai com a conta', {
    columns: {
      pagina: text(60).primaryKey(),
      valores: text(),
      /** Incremented with each change, to detect concurrent edits. */
      revisao: integer(),
      mudado_em: instant(),
      mudado_por: ref('users').nullable().actor(),
    },
  }),
  promo_versions: impersonal('da escola: quem publicou é só um número, que sai com a conta', {
    columns: {
      id: id(),
      pagina: text(60),
      valores: text(),
      /** Visitors see the version with the latest time that has passed. */
      publica_em: instant(),
      created_at: instant(),
      criada_por: ref('users').nullable().actor(),
      /** The older version that this one restores. */
      de_versao: integer().nullable(),
    },
    indexes: {
      promo_versions_page: '(pagina, publica_em, id)',
    },
  }),
  promo_pictures: impersonal('da escola: imagens que ela publica', {
    columns: {
      id: id(),
      pagina: text(60),
      imagem_chave: text(80).unique(),
      imagem_mime: text(40),
      imagem_bytes: integer(),
      enviada_em: instant(),
    },
  }),
};
