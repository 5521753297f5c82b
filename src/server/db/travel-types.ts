import type { Generated } from 'kysely';

/** ISO-8601 UTC text. */
type Instant = string;
/** `YYYY-MM-DD`. */
type Day = string;

/** Travel campaigns, participations and tickets. */
export interface TravelSchema {
  travel_campaigns: {
    id: Generated<number>;
    /** null: of the whole network. */
    escola_id: number | null;
    slug: string;
    nome: string;
    destino: string;
    descricao: string;
    regulamento: string;
    imagem_url: string;
    imagem_chave: string | null;
    imagem_mime: string | null;
    imagem_bytes: number | null;
    /** First and last day for joining. */
    inicio: Day;
    fim: Day;
    evento_em: Instant | null;
    local: string | null;
    timezone: string;
    /** Most tickets; null: no limit. */
    vagas: number | null;
    max_acompanhantes: number;
    publicada: boolean;
    criada_em: Instant;
    atualizada_em: Instant;
  };
  travel_participations: {
    id: Generated<number>;
    campaign_id: number;
    user_id: number;
    /** `confirmado`: at least one of the group went in. */
    status: 'inscrito' | 'confirmado' | 'cancelado';
    regulamento_aceito_em: Instant;
    criada_em: Instant;
    cancelada_em: Instant | null;
  };
  travel_tickets: {
    id: Generated<number>;
    campaign_id: number;
    /** null, as `user_id`: made in bulk. */
    participation_id: number | null;
    user_id: number | null;
    /** The guest's name; for a bulk ticket, the name that the manager gave. */
    nome: string;
    cpf: string | null;
    birth_date: Day | null;
    is_companion: boolean;
    /** Number of the bulk. */
    lote: number | null;
    codigo: string;
    criado_em: Instant;
    cancelado_em: Instant | null;
    usado_em: Instant | null;
    usado_por_user_id: number | null;
    leitura_chave: string | null;
  };
}
