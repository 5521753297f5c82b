import { day, flag, id, instant, integer, json, ref, text } from '../../core/db/columns.ts';
import { of, own } from '../../core/db/person.ts';
import { deletedWithPerson, impersonal } from '../../core/db/table.ts';

const ofRequests = of('request_id', 'usa_requests', own());

type RequestStatus =
  | 'rascunho'
  | 'enviada'
  | 'em_analise'
  | 'documento_recusado'
  | 'aprovada'
  | 'aguardando_pagamento'
  | 'paga'
  | 'cancelada'
  | 'recusada';

type Currency = 'USD' | 'GBP' | 'EUR';

export const abroadTables = {
  usa_turmas: impersonal('o catálogo: igual para todos', {
    columns: {
      id: id(),
      nome: text(120),
      destino: text(120),
      escola_parceira: text(120),
      descricao: text(),
      imagem_url: text(300),
      inicio: day(),
      fim: day(),
      inscricoes_ate: day(),
      idade_minima: integer(),
      vagas: integer(),
      /** Places that requests hold, at most `vagas`. */
      ocupadas: integer().default(0),
      /** Hundredths of `moeda`. */
      preco_minor: integer(),
      moeda: text<Currency>(3),
      /** null: a trip of the whole network, for students of every school. */
      escola_id: integer().nullable(),
      /** Students can only ask for published trips; requests already sent go on after the trip closes. */
      status: text<'rascunho' | 'publicada' | 'encerrada'>(12).default('publicada'),
      inclui: text().nullable(),
      regras: text().nullable(),
      /** Incremented with each change, so that two managers do not overwrite each other. */
      versao: integer().default(1),
    },
    constraints: {
      usa_turmas_check: 'check (ocupadas >= 0 and ocupadas <= vagas)',
    },
    indexes: {
      usa_turmas_escola: '(escola_id, inicio)',
    },
  }),
  usa_turma_livros: impersonal('o catálogo: igual para todos', {
    columns: {
      turma_id: ref('usa_turmas'),
      livro_id: ref('livros'),
    },
    constraints: {
      usa_turma_livros_key: 'primary key (turma_id, livro_id)',
    },
  }),
  usa_turma_documentos: impersonal('o catálogo: igual para todos', {
    columns: {
      turma_id: ref('usa_turmas'),
      tipo: text(30),
      obrigatorio: flag().default(false),
    },
    constraints: {
      usa_turma_documentos_key: 'primary key (turma_id, tipo)',
    },
  }),
  usa_requests: deletedWithPerson({
    rows: own(),
    columns: {
      id: id(),
      protocolo: text(20).unique(),
      user_id: ref('users'),
      company_id: ref('companies').nullable(),
      /** null: a draft without a chosen class. */
      turma_id: ref('usa_turmas', 'no action').nullable(),
      status: text<RequestStatus>(20),
      /** For a draft the texts of its form by name; afterwards the sent data. */
      dados: json(),
      /** The student was a minor on the day of sending. */
      exige_responsavel: flag().default(false),
      /** The one valid link: a new link ends the earlier ones. */
      consentimento_chave: text(40).nullable().secret(),
      consentimento_expira_em: instant().nullable(),
      consentimento_em: instant().nullable(),
      /** A keyed hash: it proves the address without revealing it. */
      consentimento_ip_hash: text(64).nullable().secret(),
      consentimento_versao: text(20).nullable(),
      forma_preferida: text<'pix' | 'cartao' | 'cambio'>(10).nullable(),
      parcelas_preferidas: integer().nullable(),
      created_at: instant(),
      enviada_em: instant().nullable(),
      atualizada_em: instant(),
    },
    uniqueIndexes: {
      usa_requests_open: "(user_id) where status not in ('cancelada', 'recusada', 'paga')",
    },
    indexes: {
      usa_requests_user: '(user_id, id)',
      usa_requests_company: '(company_id, status)',
      usa_requests_turma: '(turma_id, status)',
    },
  }),
  usa_documentos: deletedWithPerson({
    rows: ofRequests,
    file: ({ chave, nome, id }) => ({ key: String(chave), name: `intercambio/${id}-${nome}` }),
    columns: {
      id: id(),
      request_id: ref('usa_requests'),
      tipo: text(30),
      n: integer(),
      nome: text(200),
      mime: text(100),
      tamanho_bytes: integer(),
      chave: text(120).unique().secret(),
      status: text<'enviado' | 'em_analise' | 'aceito' | 'recusado'>(12),
      motivo: text(300).nullable(),
      enviado_em: instant(),
      analisado_em: instant().nullable(),
      por_user_id: ref('users').nullable().actor().secret(),
    },
    constraints: {
      usa_documentos_one: 'unique (request_id, tipo)',
    },
  }),
  usa_historico: deletedWithPerson({
    rows: ofRequests,
    columns: {
      id: id(),
      request_id: ref('usa_requests'),
      status: text<RequestStatus>(20),
      em: instant(),
      nota: text(300).nullable(),
      por: text<'aluno' | 'responsavel' | 'equipe' | 'sistema'>(12),
      user_id: ref('users').nullable().actor().secret(),
    },
    indexes: {
      usa_historico_of: '(request_id, id)',
    },
  }),
  usa_pagamentos: deletedWithPerson({
    rows: own(),
    columns: {
      id: id(),
      request_id: ref('usa_requests').unique(),
      user_id: ref('users'),
      forma: text<'pix' | 'boleto' | 'cartao' | 'cambio'>(10),
      parcelas: integer(),
      total_centavos: integer(),
      moeda: text<Currency>(3),
      total_minor: integer(),
      /** Decimal text. */
      cotacao: text(20),
      created_at: instant(),
      atualizado_em: instant(),
      /** Only for a payment by exchange: a bill has its own date of payment. */
      pago_em: instant().nullable(),
    },
  }),
};
