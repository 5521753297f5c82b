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
    /** Places that requests hold, at most `vagas`. */
    ocupadas: Generated<number>;
    /** Hundredths of `moeda`. */
    preco_minor: number;
    moeda: 'USD' | 'GBP' | 'EUR';
    /** null: of the whole network, for students of every school. */
    escola_id: number | null;
    /** Students can only ask for published trips; requests already sent go on after the trip closes. */
    estado: Generated<'rascunho' | 'publicada' | 'encerrada'>;
    inclui: string | null;
    regras: string | null;
    /** Goes up with each change, so that two managers do not overwrite each other. */
    versao: Generated<number>;
  };
  usa_turma_livros: { turma_id: number; livro_id: number };
  usa_turma_documentos: { turma_id: number; tipo: string; obrigatorio: boolean };
  usa_requests: {
    id: Generated<number>;
    protocolo: string;
    user_id: number;
    company_id: number | null;
    /** null: a draft without a chosen class. */
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
    /** In a draft: the texts of its form by name. Afterwards: what was sent. */
    dados: Json;
    /** The student was a minor on the day of sending. */
    exige_responsavel: boolean;
    /** The one valid link: a new link ends the earlier ones. */
    consentimento_chave: string | null;
    consentimento_expira_em: Instant | null;
    consentimento_em: Instant | null;
    /** A keyed hash: it proves the address without revealing it. */
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
    forma: 'pix' | 'boleto' | 'cartao' | 'cambio';
    parcelas: number;
    total_centavos: number;
    moeda: AbroadSchema['usa_turmas']['moeda'];
    total_minor: number;
    /** Decimal text. */
    cotacao: string;
    criado_em: Instant;
    atualizado_em: Instant;
    /** Only for a payment by exchange: a bill has its own date of payment. */
    pago_em: Instant | null;
  };
}
