import type { Generated } from 'kysely';

/** ISO-8601 UTC text. */
type Instant = string;

/** Missed lessons: their reports and their make-up lessons. */
export interface AbsenceSchema {
  ausencias: {
    id: Generated<number>;
    turma_aluno_id: number;
    aula_id: number;
    motivo: string;
    status: 'avisada' | 'justificada' | 'nao_aceita';
    avisada_em: Instant;
    decidida_em: Instant | null;
  };
  /** One row for each missed lesson: a place that was given back is booked again in the same row. */
  reposicoes: {
    id: Generated<number>;
    turma_aluno_id: number;
    aula_id: number;
    destino_aula_id: number;
    status: 'marcada' | 'cancelada' | 'feita' | 'faltou';
    marcada_em: Instant;
    decidida_em: Instant | null;
  };
}
