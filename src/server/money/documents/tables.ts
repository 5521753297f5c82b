import { id, instant, json, ref, text } from '../../core/db/columns.ts';
import { own } from '../../core/db/person.ts';
import { retainedAfterErasure } from '../../core/db/table.ts';

const LAW_DOCUMENTS = 'documentos emitidos: quem os recebeu pode conferir que são autênticos';

export const documentsTables = {
  /** The contents of emitted documents, under their check address, as of that day. */
  documents: retainedAfterErasure({
    rows: own(),
    because: LAW_DOCUMENTS,
    columns: {
      id: id().retained(),
      codigo: text(20).unique().retained(),
      /** Equal for equal documents, so that a second request returns the first one. */
      chave: text(64).unique().retained().secret(),
      kind: text<
        | 'boletim'
        | 'certificado'
        | 'recibo'
        | 'declaracao_matricula'
        | 'declaracao_conclusao'
        | 'quitacao'
        | 'pagamentos'
      >(30).retained(),
      /** null: a visitor's document. */
      user_id: ref('users', 'cascade').nullable().retained(),
      /** The subject: a class, a level test. */
      referencia: text(60).retained(),
      dados: json().retained(),
      created_at: instant().retained(),
    },
    indexes: {
      documents_user: '(user_id)',
      documents_of: '(kind, referencia)',
    },
  }),
};
