import { z } from 'zod';
import type { CallSchema } from './core.ts';
import { Atividade, Aula, Presenca } from './pedagogico.schema.ts';
import { Id, IdParam, Instant, OneId } from './shapes.schema.ts';

/** Today in the school’s zone; on a day without a lesson, the next lesson instead (CLASS-03). */
export const AulaHoje = z.object({
  turma_id: Id,
  turma_aluno_id: Id.nullish(),
  aula: Aula.nullable(),
  proxima: Aula.nullish(),
  presenca: Presenca.nullish(),
  atividades: z.array(Atividade),
  agora: Instant,
});
export type AulaHoje = z.infer<typeof AulaHoje>;

export const calls = {
  getTodayOfClass: { summary: "Today's lesson of a class", ledger: 'API-33', params: OneId, result: AulaHoje },
  getTodayOfEnrollment: {
    summary: "Today's lesson of an enrolment",
    ledger: 'API-34',
    params: OneId,
    result: AulaHoje,
  },
  getLessonEvent: {
    summary: 'One own lesson as iCalendar',
    ledger: 'ours',
    params: OneId,
    result: z.string(),
  },
  downloadMaterial: {
    summary: 'A file that was given out in an own lesson',
    ledger: 'ours',
    params: z.object({ id: IdParam, n: IdParam }),
    result: z.any(),
  },
  getFeed: {
    summary: 'Lessons, due dates and deadlines as iCalendar',
    ledger: 'ours',
    params: z.object({ secret: z.string().regex(/^[\w-]{20,100}$/) }),
    result: z.string(),
  },
} satisfies Record<string, CallSchema>;
