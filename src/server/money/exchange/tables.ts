import { id, instant, integer, json, ref, text } from '../../core/db/columns.ts';
import { own } from '../../core/db/person.ts';
import { keptAfterErasure } from '../../core/db/table.ts';

const LAW_EXCHANGE = 'operações de câmbio: guarda de dez anos';

export const exchangeTables = {
  cambio_cotacoes: keptAfterErasure({
    rows: own(),
    because: LAW_EXCHANGE,
    columns: {
      id: id().kept(),
      quote_id: text(36).unique().kept(),
      user_id: ref('users').kept(),
      moeda: text<'USD' | 'GBP' | 'EUR'>(3).kept(),
      valor_minor: integer().kept(),
      /** Decimal text. */
      cotacao: text(20).kept(),
      spread_bps: integer().kept(),
      iof_bps: integer().kept(),
      iof_centavos: integer().kept(),
      tarifa_centavos: integer().kept(),
      total_centavos: integer().kept(),
      forma: text<'pix' | 'boleto' | 'cartao'>(10).kept(),
      criado_em: instant().kept(),
      valido_ate: instant().kept(),
    },
    indexes: {
      cambio_cotacoes_idade: '(valido_ate)',
    },
  }),
  cambio_pagamentos: keptAfterErasure({
    rows: own(),
    because: LAW_EXCHANGE,
    columns: {
      id: id().kept(),
      codigo: text(20).unique().kept(),
      user_id: ref('users').kept(),
      cotacao_id: ref('cambio_cotacoes', 'no action').unique().kept(),
      request_id: integer().nullable().kept(),
      forma: text<'pix' | 'boleto' | 'cartao'>(10).kept(),
      parcelas: integer().kept(),
      total_centavos: integer().kept(),
      status: text<'pendente' | 'pago' | 'recusado' | 'expirado' | 'devolvido'>(12).kept(),
      pagador: json().kept(),
      /** null: from before the portal asked for it. */
      recebedor: json().nullable().kept(),
      criado_em: instant().kept(),
      expira_em: instant().nullable().kept(),
      pago_em: instant().nullable().kept(),
      motivo: text(40).nullable().kept(),
    },
    indexes: {
      cambio_pagamentos_user: '(user_id, criado_em)',
      cambio_pagamentos_request: '(request_id)',
      cambio_pagamentos_waiting: '(status, expira_em)',
    },
  }),
};
