import { z } from 'zod';
import type { CallSchema } from './core.ts';
import { FileInfo, Id, IdParam, Instant, Month, OneId } from './shapes.schema.ts';

/** A student’s attendance. */
export const AttendanceMark = z.enum(['presente', 'atraso', 'falta', 'justificada']);
export type AttendanceMark = z.infer<typeof AttendanceMark>;

export const AttendanceStudent = z.object({
  turma_aluno_id: Id,
  user_id: Id,
  nome: z.string(),
  foto_url: z.string().nullable(),
  /** null: nothing recorded yet. `reposta`: absent, and made up for in another lesson. */
  situacao: z.enum([...AttendanceMark.options, 'reposta']).nullable(),
  /** The student announced an absence, and the school’s decision. */
  avisou: z.enum(['avisada', 'justificada', 'nao_aceita']).nullable(),
});
export type AttendanceStudent = z.infer<typeof AttendanceStudent>;

export const AttendanceVisitor = z.object({
  id: Id,
  nome: z.string(),
  foto_url: z.string().nullable(),
  /** The class in which the lesson was missed. */
  turma: z.string(),
  situacao: AttendanceMark.extract(['presente', 'falta']).nullable(),
});
export type AttendanceVisitor = z.infer<typeof AttendanceVisitor>;

const Material = FileInfo.extend({ url: z.string().nullable() });

/** A lesson as its teacher sees it. */
export const TaughtLesson = z.object({
  id: Id,
  titulo: z.string(),
  inicio: Instant,
  fim: Instant,
  tipo: z.enum(['presencial', 'online']),
  /** `propria`: the reader is the class’s teacher. */
  turma: z.object({ id: Id, nome: z.string(), propria: z.boolean() }),
  unidade: z.string(),
  timezone: z.string(),
  sala: z.string().nullable(),
  /** Present from ten minutes before until the end. */
  link_reuniao: z.string().nullable(),
  cancelada: z.boolean(),
  numero: z.int(),
  professor: z.string().nullable(),
  substituto: z.string().nullable(),
  conteudo: z.string().nullable(),
  licao_de_casa: z.string().nullable(),
  gravacao_url: z.string().nullable(),
  materiais: z.array(Material),
  /** The attendance can be recorded from ten minutes before the lesson. */
  chamada_abre: Instant,
  chamada_em: Instant.nullable(),
  chamada: z.array(AttendanceStudent),
  /** Students of other classes who make up for a lesson in this one. */
  visitas: z.array(AttendanceVisitor),
  /** The user may schedule lessons of the class: a substitute may not. */
  pode_repor: z.boolean(),
  /** The lesson that replaces this cancelled one. */
  reposicao: z.object({ id: Id, inicio: Instant }).nullable(),
  /** The cancelled lesson that this one replaces. */
  repoe: z.object({ id: Id, titulo: z.string(), inicio: Instant }).nullable(),
});
export type TaughtLesson = z.infer<typeof TaughtLesson>;

/** Lessons given in a month. */
export const HoursQuery = z.object({ mes: Month.optional(), unidade: IdParam.optional() });

export const lessonCalls = {
  downloadTeachingHours: {
    summary: 'Lessons and hours of each teacher in a month as CSV',
    ledger: 'ours',
    query: HoursQuery,
    result: z.any(),
  },
  uploadLessonFile: {
    summary: 'Gives the class a file as material of a lesson',
    ledger: 'ours',
    params: OneId,
    body: z.object({ file: z.any() }),
    result: TaughtLesson,
  },
  downloadLessonFile: {
    summary: 'A file that is material of a lesson, for who gives it',
    ledger: 'ours',
    params: z.object({ id: IdParam, n: IdParam }),
    result: z.any(),
  },
} satisfies Record<string, CallSchema>;
