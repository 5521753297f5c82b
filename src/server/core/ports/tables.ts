import { instant, integer, text } from '../db/columns.ts';
import { impersonal } from '../db/table.ts';

export const portsTables = {
  /** The sandbox's acquirer: what a real acquirer would store, separate from our own tables. */
  sandbox_charges: impersonal('o banco de faz de conta da demonstração: valores e referências', {
    columns: {
      reference: text(35).primaryKey(),
      kind: text<'pix' | 'boleto' | 'card'>(10),
      amount: integer(),
      status: text<'pending' | 'paid' | 'declined'>(12),
      reason: text(40).nullable(),
      brand: text(20).nullable(),
      last4: text(4).nullable(),
      installments: integer().default(1),
      code: text().nullable(),
      authorization: text(40).nullable(),
      created_at: instant(),
      decides_at: instant().nullable(),
      expires_at: instant().nullable(),
      paid_at: instant().nullable(),
      refunded: integer().default(0),
    },
  }),
  sandbox_refunds: impersonal('o banco de faz de conta da demonstração: valores e referências', {
    columns: {
      reference: text(60).primaryKey(),
      charge: text(35),
      amount: integer(),
    },
  }),
  files_to_remove: impersonal('endereços de arquivos que saem a seguir', {
    columns: {
      chave: text(120).primaryKey(),
      since: instant(),
    },
  }),
};
