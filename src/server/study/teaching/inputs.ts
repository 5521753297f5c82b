import { z } from 'zod';
import {
  Clock,
  CursorQuery,
  Day,
  Flag,
  Id,
  IdParam,
  Line,
  LongText,
  OptionalLongText,
  OptionalText,
  Text,
} from '#lib/contract/shapes.schema.ts';
import { DespiteClash, MeetingLink, Span, State } from '#lib/contract/teaching-classes.schema.ts';
import { Skill } from '#lib/contract/teaching-grades.schema.ts';
import { AttendanceMark, AttendanceVisitor, HoursQuery } from '#lib/contract/teaching-lessons.schema.ts';
import { WorkKind, WorkView } from '#lib/contract/teaching-work.schema.ts';
import { cleanLine } from '#lib/format/clean-text.ts';

/** `id`: of the period, or of the changed column. */
export const assessmentInput = z.object({
  id: IdParam,
  nome: Text(80).meta({ title: 'Nome da avaliação' }),
  habilidade: Skill,
  data: Day,
  nota_maxima: z.number().min(1).max(1000),
  peso: z.number().min(0).max(100),
});

/** A web address that a teacher shares with a class. */
const link = (max: number) =>
  z
    .string()
    .overwrite(cleanLine)
    .max(max)
    .refine((text) => /^https:\/\/[^\s.]+\.[^\s]+$/.test(text), 'Use um endereço que começa com https://');

const Mark = z.number().min(0).max(1000);

export const recordAttendanceInput = z.object({
  id: IdParam,
  presencas: z
    .array(z.object({ turma_aluno_id: Id, situacao: AttendanceMark }))
    .min(1)
    .max(200)
    .refine((all) => new Set(all.map(({ turma_aluno_id }) => turma_aluno_id)).size === all.length, {
      message: 'Cada aluno aparece uma vez',
    }),
  /** The attendance of students of other classes who make up for a lesson. */
  visitas: z
    .array(z.object({ id: Id, situacao: AttendanceVisitor.shape.situacao.unwrap() }))
    .max(50)
    .refine((all) => new Set(all.map(({ id }) => id)).size === all.length, {
      message: 'Cada aluno aparece uma vez',
    })
    .default([]),
});

export const writeLessonInput = z.object({
  id: IdParam,
  conteudo: OptionalLongText(1000).meta({ title: 'O que foi dado' }),
  licao_de_casa: OptionalLongText(500).meta({ title: 'Lição de casa' }),
  gravacao_url: z
    .preprocess((text) => (typeof text === 'string' && text.trim() === '' ? null : text), link(300).nullish())
    .meta({ title: 'Link da gravação' }),
});

export const addLessonLinkInput = z.object({ id: IdParam, nome: Text(120), url: link(500) });

export const listSchoolClassesInput = CursorQuery.extend({
  q: Line(80).optional(),
  estado: State.optional(),
  unidade: IdParam.optional(),
  professor: IdParam.optional(),
  /** Running and future classes without a teacher. */
  sem_professor: Flag.optional(),
});

const Several = z.array(Id).min(1).max(60);

export const updateClassesInput = z.object({ ids: Several, status: State.exclude(['futura']) });

/** By the clock of the unit. */
const clocks = { dia: Day, hora_inicio: Clock, hora_fim: Clock };

export const addLessonInput = z.object({
  id: IdParam,
  ...clocks,
  titulo: OptionalText(120),
  mesmo_assim: DespiteClash,
});

export const addMakeUpLessonInput = Span.extend({ id: IdParam, mesmo_assim: DespiteClash });

export const updateLessonsInput = z
  .object({
    ...clocks,
    professor_id: Id.nullable(),
    sala: OptionalText(40),
    link_reuniao: MeetingLink,
    cancelada: z.boolean(),
    /** Why it is cancelled. */
    motivo: OptionalText(200),
    mesmo_assim: DespiteClash,
  })
  .partial()
  .refine(
    ({ dia, hora_inicio, hora_fim }) =>
      new Set([dia, hora_inicio, hora_fim].map((each) => each === undefined)).size === 1,
    {
      path: ['dia'],
      message: 'Diga o dia, o início e o fim',
    },
  )
  .safeExtend({ ids: Several });

/** A planned lesson. `id`: of the lesson; `turma`: of its class. Incomplete values are ignored. */
export const previewLessonInput = z.object({
  id: IdParam.optional(),
  turma: IdParam.optional(),
  dia: Day.optional().catch(undefined),
  hora_inicio: Clock.optional().catch(undefined),
  hora_fim: Clock.optional().catch(undefined),
  professor_id: IdParam.optional().catch(undefined),
  sala: OptionalText(40).catch(undefined),
});

export const updateEnrollmentInput = z
  .object({ status: z.enum(['ativa', 'trancada', 'concluida']), turma_id: Id })
  .partial()
  .refine(({ status, turma_id }) => (status === undefined) !== (turma_id === undefined), {
    path: ['status'],
    message: 'Escolha uma coisa só',
  })
  .safeExtend({ id: IdParam });

export const listClosedDaysInput = CursorQuery.extend({
  /** Absent: from today on. */
  ano: z
    .string()
    .regex(/^\d{4}$/)
    .optional(),
});

export const addClosedDayInput = z.object({
  dia: Day,
  nome: Text(80),
  unidade_id: Id.nullable(),
  feriado: z.boolean().default(true),
});

export const readWeekInput = z.object({
  /** A day of the week; absent: today. */
  semana: Day.optional(),
  /** Absent: the reader's unit. */
  unidade: IdParam.optional(),
  professor: IdParam.optional(),
  sala: Line(40).optional(),
  /** Words of the class or the teacher. */
  q: Line(80).optional(),
});

/** Past lessons. Absent: of this month, in all units in reach. */
export const listTeachingHoursInput = CursorQuery.extend({
  ...HoursQuery.shape,
  q: Line(80).optional(),
});

export const listTaughtClassesInput = CursorQuery.extend({ estado: z.enum(['abertas', 'encerradas']).optional() });

export const listHandedInInput = CursorQuery.extend({
  turma: IdParam.optional(),
  estado: WorkView.default('a_corrigir'),
});

export const correctWorkInput = z.object({ id: IdParam, nota: Mark.nullable(), comentario: OptionalLongText(2000) });

/** `id`: of the column. */
export const bringMarksInput = z.object({ id: IdParam, atividade_id: IdParam });

/** A sentence for corrections. */
export const addPhraseInput = z.object({ texto: Text(300).meta({ title: 'Frase' }) });
export const updatePhraseInput = addPhraseInput.extend({ id: IdParam });

export const addPeriodInput = z.object({ id: IdParam, nome: Text(60).meta({ title: 'Nome do período' }) });

/** The deadline, by the clock of the unit. No day: no deadline. */
const Due = z.object({ dia: Day.nullable(), hora: Clock });

/** `id`: of the class for new work, or of the changed work. */
export const workInput = Due.extend({
  id: IdParam,
  titulo: Text(120).meta({ title: 'Nome' }),
  descricao: LongText(2000).meta({ title: 'O que fazer' }),
  tipo: WorkKind,
  unidade_id: Id.nullable(),
  nota_maxima: z.number().min(1).max(1000).meta({ title: 'Nota máxima' }),
  vale_pontos: z.boolean(),
  /** For an exercise: the test whose questions it copies, or the questions, a line each. */
  teste_id: Id.nullish(),
  perguntas: OptionalLongText(10_000),
});

/** `turma_id`: the class that gets the copy. */
export const copyWorkInput = Due.extend({ id: IdParam, turma_id: Id });

/** `professor_id` null: a class without a teacher, or a lesson with the teacher of its class. */
const Heirs = z.array(z.object({ id: Id, professor_id: Id.nullable() })).max(500);

/** The new teachers of classes and lessons. */
export const handOverClassesInput = z.object({
  id: IdParam,
  turmas: Heirs,
  aulas: Heirs,
  mesmo_assim: z.boolean().optional(),
});
