import { z } from 'zod';
import { Notas } from './pedagogico.schema.ts';
import { Day, Id, Instant } from './shapes.schema.ts';

export const Skill = Notas.shape.periodos.element.shape.avaliacoes.element.shape.habilidade;

const Assessment = z.object({
  id: Id,
  nome: z.string(),
  habilidade: Skill,
  data: Day,
  nota_maxima: z.number(),
  peso: z.number(),
});
export type Assessment = z.infer<typeof Assessment>;

const Period = z.object({
  id: Id,
  nome: z.string(),
  /** When students began to see its grades; null: they do not. */
  liberado_em: Instant.nullable(),
  avaliacoes: z.array(Assessment),
});

export const GradeSheet = z.object({
  turma: z.object({ id: Id, nome: z.string(), livro: z.string(), timezone: z.string() }),
  periodos: z.array(Period),
  alunos: z.array(z.object({ turma_aluno_id: Id, nome: z.string() })),
  notas: z.array(z.object({ turma_aluno_id: Id, avaliacao_id: Id, nota: z.number() })),
  escala: z.object({ minimo: z.number(), maximo: z.number(), aprovacao: z.number() }),
});
export type GradeSheet = z.infer<typeof GradeSheet>;

export const GradeCell = z.object({
  turma_aluno_id: Id,
  avaliacao_id: Id,
  nota: z.number().min(0).max(1000).nullable(),
});
export type GradeCell = z.infer<typeof GradeCell>;

/** What became of the grades that a teacher saved. */
export const SavedGrades = z.object({
  salvas: z.int(),
  salvo_em: Instant,
  recusadas: z.array(z.object({ turma_aluno_id: Id, avaliacao_id: Id, motivo: z.string() })),
});
export type SavedGrades = z.infer<typeof SavedGrades>;

/** What `listNeedsWord` answers. */
export const ListNeedsWordAnswer = z.object({
  alunos: z.array(
    z.object({
      turma_aluno_id: Id,
      nome: z.string(),
      foto_url: z.string().nullable(),
      turma: z.object({ id: Id, nome: z.string() }),
      frequencia: z.int().nullable(),
      ultima_pratica: Day.nullable(),
      atrasadas: z.int(),
      motivos: z.array(z.enum(['frequencia', 'pratica', 'atrasos'])),
    }),
  ),
  turmas: z.int(),
});
export type ListNeedsWordAnswer = z.infer<typeof ListNeedsWordAnswer>;
export type NeedsWord = ListNeedsWordAnswer['alunos'][number];
