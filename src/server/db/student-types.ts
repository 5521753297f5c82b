import type { Generated } from 'kysely';

/** ISO-8601 UTC text. */
type Instant = string;
/** `YYYY-MM-DD`. */
type Day = string;
/** JSON kept as text. */
type Json = string;

/** How students come into the portal, and what becomes of their enrolments. */
export interface StudentSchema {
  turma_alunos: {
    id: Generated<number>;
    turma_id: number;
    user_id: number;
    status: 'ativa' | 'trancada' | 'concluida';
    /** First and last day in the class; null: those of the class. */
    desde: Day | null;
    ate: Day | null;
    /** What the office's file last said of the row (0121). */
    imported: Json | null;
  };
  /** One row for each invited person. Who has logged in is no longer invited: `users.last_seen_at` says so. */
  invitations: {
    id: Generated<number>;
    user_id: number;
    asked_at: Instant;
    /** Null: the operator, by a command. */
    asked_by: number | null;
    /** Since when a mail waits for its turn; null: none waits. */
    waits_since: Instant | null;
    /** When the last mail was handed to the outbox. */
    mailed_at: Instant | null;
    /** When the last sheet with a code was printed. */
    printed_at: Instant | null;
    /** When the person first opened the link, or gave the code. */
    opened_at: Instant | null;
  };
  student_events: {
    id: Generated<number>;
    user_id: number;
    tipo: 'unidade' | 'fim';
    em: Instant;
    por_user_id: number | null;
    de_company_id: number | null;
    para_company_id: number | null;
    motivo: string | null;
    /** Ids of `turma_alunos` that it closed: its undoing opens them again. */
    turmas: Json;
    /** Ids of `parcelas` that it cancelled, likewise. */
    parcelas: Generated<Json>;
    /** It blocked the account too. */
    bloqueou: boolean;
    desfeito_em: Instant | null;
  };
}
