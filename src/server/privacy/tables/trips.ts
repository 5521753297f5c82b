import { of, own } from '../person.ts';
import { goes, type PersonalTable } from '../personal-table.ts';

const ofRequests = of('request_id', 'usa_requests', own());

/**
 * Study abroad, whose costs stay with the bills, and travel campaigns: guests are removed with the person who brings
 * them.
 */
export const tripsTables: readonly PersonalTable[] = [
  goes('usa_documentos', {
    rows: ofRequests,
    file: ({ chave, nome, id }) => ({ key: String(chave), name: `intercambio/${id}-${nome}` }),
    columns: {
      id: 'told',
      request_id: 'told',
      tipo: 'told',
      n: 'told',
      nome: 'told',
      mime: 'told',
      tamanho_bytes: 'told',
      chave: 'secret',
      status: 'told',
      motivo: 'told',
      enviado_em: 'told',
      analisado_em: 'told',
      por_user_id: 'secret',
    },
  }),
  goes('usa_historico', {
    rows: ofRequests,
    columns: {
      id: 'told',
      request_id: 'told',
      status: 'told',
      em: 'told',
      nota: 'told',
      por: 'told',
      user_id: 'secret',
    },
  }),
  goes('usa_pagamentos', {
    rows: own(),
    columns: {
      id: 'told',
      request_id: 'told',
      user_id: 'told',
      forma: 'told',
      parcelas: 'told',
      total_centavos: 'told',
      moeda: 'told',
      total_minor: 'told',
      cotacao: 'told',
      criado_em: 'told',
      atualizado_em: 'told',
      pago_em: 'told',
    },
  }),
  goes('usa_requests', {
    rows: own(),
    columns: {
      id: 'told',
      protocolo: 'told',
      user_id: 'told',
      company_id: 'told',
      turma_id: 'told',
      status: 'told',
      dados: 'told',
      exige_responsavel: 'told',
      consentimento_chave: 'secret',
      consentimento_expira_em: 'told',
      consentimento_em: 'told',
      consentimento_ip_hash: 'secret',
      consentimento_versao: 'told',
      forma_preferida: 'told',
      parcelas_preferidas: 'told',
      criada_em: 'told',
      enviada_em: 'told',
      atualizada_em: 'told',
    },
  }),
  goes('travel_tickets', {
    rows: own(),
    columns: {
      id: 'told',
      campaign_id: 'told',
      participation_id: 'told',
      user_id: 'told',
      nome: 'told',
      cpf: 'told',
      birth_date: 'told',
      is_companion: 'told',
      lote: 'told',
      codigo: 'told',
      criado_em: 'told',
      cancelado_em: 'told',
      usado_em: 'told',
      usado_por_user_id: 'secret',
      leitura_chave: 'secret',
    },
  }),
  goes('travel_participations', {
    rows: own(),
    columns: {
      id: 'told',
      campaign_id: 'told',
      user_id: 'told',
      status: 'told',
      regulamento_aceito_em: 'told',
      criada_em: 'told',
      cancelada_em: 'told',
    },
  }),
];
