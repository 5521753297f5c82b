import { z } from 'zod';
import { Notas } from './pedagogico.schema.ts';
import { Id, Instant } from './shapes.schema.ts';

export const Skill = Notas.shape.periodos.element.shape.avaliacoes.element.shape.habilidade;

export const GradeCell = z.object({
  turma_aluno_id: Id,
  avaliacao_id: Id,
  nota: z.number().min(0).max(1000).nullable(),
});
export type GradeCell = z.infer<typeof GradeCell>;

/** The result of saving grades. */
export const SavedGrades = z.object({
  salvas: z.int(),
  salvo_em: Instant,
  recusadas: z.array(z.object({ turma_aluno_id: Id, avaliacao_id: Id, motivo: z.string() })),
});
export type SavedGrades = z.infer<typeof SavedGrades>;
