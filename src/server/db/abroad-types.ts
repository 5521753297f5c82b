import type { Generated } from 'kysely';

/** ISO-8601 UTC text. */
type Instant = string;
/** `YYYY-MM-DD`. */
type Day = string;
/** JSON kept as text. */
type Json = string;

/** Study abroad: trips, requests with their documents, and payments. */
export interface AbroadSchema {
  usa_turmas: {
    id: Generated<number>;
    nome: string;
    destino: string;
    escola_parceira: string;
    descricao: string;
    imagem_url: string;
    inicio: Day;
    fim: Day;
    inscricoes_ate: Day;
    idade_minima: number;
    vagas: number;
    /** Places that requests hold, never more than `vagas`. */
    ocupadas: Generated<number>;
    /** Hundredths of `moeda`. */
    preco_minor: number;
    moeda: 'USD' | 'GBP' | 'EUR';
    /** null: of the network, for students of every school. */
    escola_id: number | null;
    /** Only what is published can be asked for; requests that were sent go on after it was closed. */
    estado: Generated<'rascunho' | 'publicada' | 'encerrada'>;
    inclui: string | null;
    regras: string | null;
    /** Goes up with each change, so that two managers do not undo each other's. */
    versao: Generated<number>;
  };
  usa_turma_livros: { turma_id: number; livro_id: number };
  usa_turma_documentos: { turma_id: number; tipo: string; obrigatorio: boolean };
  usa_requests: {
    id: Generated<number>;
    protocolo: string;
    user_id: number;
    company_id: number | null;
    /** null: a draft that has not chosen. */
    turma_id: number | null;
    status:
      | 'rascunho'
      | 'enviada'
      | 'em_analise'
      | 'documento_recusado'
      | 'aprovada'
      | 'aguardando_pagamento'
      | 'paga'
      | 'cancelada'
      | 'recusada';
    /** A draft: the texts of its form by name. Else what was sent. */
    dados: Json;
    /** Under age on the day that it was sent. */
    exige_responsavel: boolean;
    /** The one link that counts: a new one ends the others. */
    consentimento_chave: string | null;
    consentimento_expira_em: Instant | null;
    consentimento_em: Instant | null;
    /** Keyed, so that it proves and does not tell. */
    consentimento_ip_hash: string | null;
    consentimento_versao: string | null;
    forma_preferida: 'pix' | 'cartao' | 'cambio' | null;
    parcelas_preferidas: number | null;
    criada_em: Instant;
    enviada_em: Instant | null;
    atualizada_em: Instant;
  };
  usa_documentos: {
    id: Generated<number>;
    request_id: number;
    tipo: string;
    n: number;
    nome: string;
    mime: string;
    tamanho_bytes: number;
    chave: string;
    status: 'enviado' | 'em_analise' | 'aceito' | 'recusado';
    motivo: string | null;
    enviado_em: Instant;
    analisado_em: Instant | null;
    por_user_id: number | null;
  };
  usa_historico: {
    id: Generated<number>;
    request_id: number;
    status: AbroadSchema['usa_requests']['status'];
    em: Instant;
    nota: string | null;
    por: 'aluno' | 'responsavel' | 'equipe' | 'sistema';
    user_id: number | null;
  };
  usa_pagamentos: {
    id: Generated<number>;
    request_id: number;
    user_id: number;
    forma: 'pix' | 'cartao' | 'cambio';
    parcelas: number;
    total_centavos: number;
    moeda: AbroadSchema['usa_turmas']['moeda'];
    total_minor: number;
    /** Decimal text. */
    cotacao: string;
    criado_em: Instant;
    atualizado_em: Instant;
    /** Of a payment by exchange: bills tell by themselves. */
    pago_em: Instant | null;
  };
}
