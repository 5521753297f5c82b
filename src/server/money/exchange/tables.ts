import { id, instant, integer, json, ref, text } from '../../core/db/columns.ts';
import { own } from '../../core/db/person.ts';
import { retainedAfterErasure } from '../../core/db/table.ts';

const LAW_EXCHANGE = 'operações de câmbio: guarda de dez anos';

export const exchangeTables = {
  cambio_cotacoes: retainedAfterErasure({
    rows: own(),
    because: LAW_EXCHANGE,
    columns: {
      id: id().retained(),
      quote_id: text(36).unique().retained(),
      user_id: ref('users').retained(),
      moeda: text<'USD' | 'GBP' | 'EUR'>(3).retained(),
      valor_minor: integer().retained(),
      /** Decimal text. */
      cotacao: text(20).retained(),
      spread_bps: integer().retained(),
      iof_bps: integer().retained(),
      iof_centavos: integer().retained(),
      tarifa_centavos: integer().retained(),
      total_centavos: integer().retained(),
      forma: text<'pix' | 'boleto' | 'cartao'>(10).retained(),
      created_at: instant().retained(),
      valido_ate: instant().retained(),
    },
    indexes: {
      cambio_cotacoes_idade: '(valido_ate)',
    },
  }),
  cambio_pagamentos: retainedAfterErasure({
    rows: own(),
    because: LAW_EXCHANGE,
    columns: {
      id: id().retained(),
      codigo: text(20).unique().retained(),
      user_id: ref('users').retained(),
      cotacao_id: ref('cambio_cotacoes', 'no action').unique().retained(),
      request_id: integer().nullable().retained(),
      forma: text<'pix' | 'boleto' | 'cartao'>(10).retained(),
      parcelas: integer().retained(),
      total_centavos: integer().retained(),
      status: text<'pendente' | 'pago' | 'recusado' | 'expirado' | 'devolvido'>(12).retained(),
      pagador: json().retained(),
      /** null: from before it was required. */
      recebedor: json().nullable().retained(),
      /** Named as in the specification's answer. */
      criado_em: instant().retained(),
      expira_em: instant().nullable().retained(),
      pago_em: instant().nullable().retained(),
      motivo: text(40).nullable().retained(),
    },
    indexes: {
      cambio_pagamentos_user: '(user_id, criado_em)',
      cambio_pagamentos_request: '(request_id)',
      cambio_pagamentos_waiting: '(status, expira_em)',
    },
  }),
};
