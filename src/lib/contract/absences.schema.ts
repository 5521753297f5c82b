import { z } from 'zod';
import { Id, IdParam, Instant } from './shapes.schema.ts';

const Lesson = z.object({
  aula_id: Id,
  turma: z.string(),
  titulo: z.string(),
  inicio: Instant,
  fim: Instant,
  tipo: z.enum(['presencial', 'online']),
  sala: z.string().nullish(),
});
export type Lesson = z.infer<typeof Lesson>;

/**
 * `avisada` waits for the school; `falta`: the teacher recorded it, and there is no reason; `presente`: the student
 * came after all, and still has a place in a replacement.
 */
export const AbsenceStatus = z.enum(['avisada', 'falta', 'justificada', 'nao_aceita', 'reposta', 'presente']);
export type AbsenceStatus = z.infer<typeof AbsenceStatus>;
export const ReplacementStatus = z.enum(['marcada', 'cancelada', 'feita', 'faltou']);
export type ReplacementStatus = z.infer<typeof ReplacementStatus>;

export const Absence = z.object({
  aula: Lesson,
  status: AbsenceStatus,
  motivo: z.string().nullish(),
  pode_retirar: z.boolean(),
  pode_repor: z.boolean(),
  reposicao: z
    .object({
      aula: Lesson,
      status: ReplacementStatus,
      pode_cancelar: z.boolean(),
      /** Of a lesson online, from ten minutes before until its end. */
      link_reuniao: z.string().nullish(),
    })
    .nullish(),
});
export type Absence = z.infer<typeof Absence>;

/** A lesson of another class with free places. */
export const ReplacementOffer = Lesson.extend({ vagas: z.int(), mesma_unidade: z.boolean() });
export type ReplacementOffer = z.infer<typeof ReplacementOffer>;

export const OwnAbsences = z.object({
  turma_aluno_id: Id,
  /** Lessons to come that the student can report as missed. */
  proximas: z.array(Lesson),
  ausencias: z.array(Absence),
});
export type OwnAbsences = z.infer<typeof OwnAbsences>;

const Person = z.object({ user_id: Id, nome: z.string() });
export const StaffAbsence = z.object({
  id: Id,
  aluno: Person,
  aula: Lesson,
  motivo: z.string(),
  status: z.enum(['avisada', 'justificada', 'nao_aceita']),
  avisada_em: Instant,
});
export type StaffAbsence = z.infer<typeof StaffAbsence>;
export const StaffReplacement = z.object({
  id: Id,
  aluno: Person,
  falta: Lesson,
  aula: Lesson,
  status: ReplacementStatus,
  pode_registrar: z.boolean(),
});
export type StaffReplacement = z.infer<typeof StaffReplacement>;

export const OneLesson = z.object({ id: IdParam, aula: IdParam });
