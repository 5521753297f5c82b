import { z } from 'zod';
import type { CallSchema } from './core.ts';
import { Id, Instant } from './shapes.schema.ts';
import { lessonCalls } from './teaching-lessons.schema.ts';
import { workCalls } from './teaching-work.schema.ts';

export const TaughtClass = z.object({
  id: Id,
  nome: z.string(),
  livro: z.string(),
  unidade: z.string(),
  modalidade: z.enum(['presencial', 'online', 'hibrida']),
  sala: z.string().nullable(),
  status: z.enum(['futura', 'ativa', 'concluida', 'trancada']),
  alunos: z.int(),
  horarios: z.array(z.object({ dia_semana: z.int(), inicio: z.string(), fim: z.string() })),
  proxima_aula: z
    .object({ id: Id, titulo: z.string(), inicio: Instant, fim: Instant, avisaram_falta: z.int() })
    .nullable(),
});
export type TaughtClass = z.infer<typeof TaughtClass>;

export const calls = {
  ...lessonCalls,
  ...workCalls,
} satisfies Record<string, CallSchema>;
