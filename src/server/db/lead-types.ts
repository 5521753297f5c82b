import type { Generated } from 'kysely';

/** ISO-8601 UTC text. */
type Instant = string;
/** `YYYY-MM-DD`. */
type Day = string;
/** JSON kept as text. */
type Json = string;

type State = 'novo' | 'em_contato' | 'visita_marcada' | 'matriculado' | 'perdido';

/** People who asked the school for contact. */
export interface LeadSchema {
  /** One row for each telephone and school: what the person said last, and what the school does about it. */
  leads: {
    id: Generated<number>;
    /** Who answers: `escola:3`; `marca:knn` while no unit is known; `marca:*` for a brand without a unit of its own. */
    lugar: string;
    pagina: string;
    marca: 'knn' | 'phenom';
    nome: string;
    /** Ten or eleven digits. */
    telefone: string;
    email: string | null;
    /** That of the unit if the visitor named none; empty if no unit is known either. */
    cidade: string;
    unidade_id: number | null;
    indicacao_code: string | null;
    consentimento_em: Instant;
    utm: Json | null;
    english_test: string | null;
    estado: Generated<State>;
    /** Why the person was lost. */
    motivo: string | null;
    responsavel_user_id: number | null;
    proximo_em: Day | null;
    proximo_passo: string | null;
    /** The student that the person became. */
    aluno_user_id: number | null;
    /** When the person last wrote. */
    enviado_em: Instant;
    /** When anything last happened: the days of its retention begin here. */
    mudou_em: Instant;
    created_at: Instant;
  };
  /** The history of a contact: what the person sent, and what the staff did. */
  lead_events: {
    id: Generated<number>;
    lead_id: number;
    tipo: 'envio' | 'estado' | 'nota' | 'passo' | 'responsavel' | 'unidade';
    em: Instant;
    /** The member of staff. */
    por_user_id: number | null;
    /** A note, a reason, or a step in words. */
    texto: string | null;
    estado: State | null;
    pagina: string | null;
    marca: 'knn' | 'phenom' | null;
    nome: string | null;
    email: string | null;
    cidade: string | null;
    indicacao_code: string | null;
    utm: Json | null;
    /** The school's day, the page, the brand and what was typed: the same form counts once a day. */
    chave: string | null;
  };
}
