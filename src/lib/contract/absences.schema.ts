import { z } from 'zod';
import type { CallSchema } from './core.ts';
import { Id, IdParam, Instant, LongText, OneId, Page, PageQuery } from './shapes.schema.ts';

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

const OneLesson = z.object({ id: IdParam, aula: IdParam });
const Written = z.object({ id: Id, status: z.string() });

export const calls = {
  listAbsences: {
    summary: 'Own absences in a class, and the lessons that one can be told of',
    ledger: 'ours',
    params: OneId,
    result: OwnAbsences,
  },
  reportAbsence: {
    summary: 'Tells of an absence and its reason',
    ledger: 'ours',
    params: OneId,
    body: z.object({ aula_id: Id, motivo: LongText(500) }),
    result: Written,
  },
  withdrawAbsence: {
    summary: 'Takes back what was told of a lesson to come',
    ledger: 'ours',
    params: OneLesson,
    result: Written,
  },
  listReplacements: {
    summary: 'Lessons that may replace a missed one',
    ledger: 'ours',
    params: OneId,
    result: z.array(ReplacementOffer),
  },
  bookReplacement: {
    summary: 'Takes a place in a replacement lesson',
    ledger: 'ours',
    params: OneId,
    /** `aula_id`: the missed lesson; without it the one of the same unit, else the oldest. */
    body: z.object({ aula_id_destino: Id, aula_id: Id.nullish() }),
    result: Written,
  },
  cancelReplacement: {
    summary: 'Gives the place in a replacement lesson back',
    ledger: 'ours',
    params: OneLesson,
    result: Written,
  },
  listSchoolAbsences: {
    summary: 'Absences that students of the own school told of',
    ledger: 'ours',
    query: PageQuery.extend({ status: z.enum(['avisada', 'justificada', 'nao_aceita']).optional() }),
    /** `contagens`: all in reach, by state. */
    result: Page(StaffAbsence).extend({ contagens: z.record(z.string(), z.int()) }),
  },
  decideAbsence: {
    summary: 'Excuses an absence, or does not',
    ledger: 'ours',
    params: OneId,
    body: z.object({ resultado: z.enum(['justificada', 'nao_aceita']) }),
    result: Written,
  },
  listSchoolReplacements: {
    summary: 'Replacement lessons of the own school, the next first',
    ledger: 'ours',
    query: PageQuery,
    result: Page(StaffReplacement),
  },
  recordReplacement: {
    summary: 'Records whether the student came to the replacement',
    ledger: 'ours',
    params: OneId,
    body: z.object({ presente: z.boolean() }),
    result: Written,
  },
} satisfies Record<string, CallSchema>;
