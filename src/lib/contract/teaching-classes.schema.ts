import { z } from 'zod';
import type { CallSchema } from './core.ts';
import { Turma } from './pedagogico.schema.ts';
import {
  Clock,
  Day,
  Flag,
  Id,
  IdParam,
  Instant,
  Line,
  OneId,
  OptionalText,
  Page,
  PageQuery,
  Text,
  UnitChoice,
} from './shapes.schema.ts';

const Named = z.object({ id: Id, nome: z.string() });
const Mode = Turma.shape.modalidade;
const State = Turma.shape.status;
export const ClassState = State;
export type ClassState = z.infer<typeof State>;
const Slot = z
  .object({ dia_semana: z.int().min(0).max(6), inicio: Clock, fim: Clock })
  .refine(({ inicio, fim }) => inicio < fim, { path: ['fim'], message: 'O fim vem depois do início' });

/** Where people meet: an address of the web, nothing else. */
const MeetingLink = OptionalText(300).refine((link) => !link || /^https:\/\/[^\s]+$/.test(link), {
  message: 'Use um endereço que começa com https://',
});

/** A class as the office lists it. */
export const SchoolClass = z.object({
  id: Id,
  nome: z.string(),
  unidade: Named,
  livro: Named,
  professor: Named.nullable(),
  modalidade: Mode,
  sala: z.string().nullable(),
  status: State,
  inicio: Day,
  fim: Day,
  horarios: z.array(z.object({ dia_semana: z.int(), inicio: Clock, fim: Clock })),
  alunos: z.int(),
  lugares: z.int(),
});
export type SchoolClass = z.infer<typeof SchoolClass>;

export const SchoolLesson = z.object({
  id: Id,
  numero: z.int(),
  titulo: z.string(),
  inicio: Instant,
  fim: Instant,
  /** Where the timetable had it before it was moved. */
  inicio_previsto: Instant.nullable(),
  tipo: z.enum(['presencial', 'online']),
  cancelada: z.boolean(),
  chamada: z.boolean(),
  substituto: Named.nullable(),
  /** Those of the lesson alone; null: those of the class. */
  sala: z.string().nullable(),
  link_reuniao: z.string().nullable(),
});
export type SchoolLesson = z.infer<typeof SchoolLesson>;

const ClassStudent = z.object({
  turma_aluno_id: Id,
  user_id: Id,
  nome: z.string(),
  foto_url: z.string().nullable(),
  status: z.enum(['ativa', 'trancada', 'concluida']),
  desde: Day.nullable(),
  ate: Day.nullable(),
});

const ClassHead = SchoolClass.extend({ link_reuniao: z.string().nullable(), timezone: z.string() });
export type ClassHead = z.infer<typeof ClassHead>;

export const SchoolClassDetail = ClassHead.extend({
  aulas: z.array(SchoolLesson),
  estudantes: z.array(ClassStudent),
});
export type SchoolClassDetail = z.infer<typeof SchoolClassDetail>;

/** The office knows that the room or the teacher has another class at that hour, and goes on. */
export const DespiteClash = z.boolean().optional();

/** A lesson of another class in the same room, or with the same teacher, at the same hour. */
const Clash = z.object({
  motivo: z.enum(['sala', 'professor']),
  /** The room or the teacher. */
  nome: z.string(),
  turma: Named,
  inicio: Instant,
  fim: Instant,
  timezone: z.string(),
  /** How many lessons; `inicio` is the first. */
  vezes: z.int(),
});
export type Clash = z.infer<typeof Clash>;

/** What a class is made of. */
export const ClassInput = z
  .object({
    unidade_id: Id,
    nome: Text(120).meta({ title: 'Nome da turma' }),
    livro_id: Id,
    modalidade: Mode,
    professor_id: Id.nullable(),
    sala: OptionalText(40).meta({ title: 'Sala' }),
    link_reuniao: MeetingLink.meta({ title: 'Link da aula online' }),
    inicio: Day,
    fim: Day,
    lugares: z.int().min(1).max(200),
    horarios: z.array(Slot).min(1).max(14),
    mesmo_assim: DespiteClash,
  })
  .refine(({ inicio, fim }) => inicio <= fim, { path: ['fim'], message: 'O fim vem depois do início' });
export type ClassInput = z.infer<typeof ClassInput>;

const Span = z.object({ inicio: Instant, fim: Instant });
/** What saving would do to the lessons. */
export const TimetablePreview = z.object({
  aulas: z.int(),
  primeira: Span.nullable(),
  ultima: Span.nullable(),
  /** Days that fall out: national holidays and closed days of the unit. */
  sem_aula: z.array(z.object({ dia: Day, motivo: z.string() })),
  mudam: z.array(z.object({ id: Id, numero: z.int(), de: Span, para: Span })),
  entram: z.array(Span),
  saem: z.array(Span.extend({ id: Id, numero: z.int() })),
  choques: z.array(Clash),
});
export type TimetablePreview = z.infer<typeof TimetablePreview>;

export const ClassChoices = z.object({
  unidades: z.array(UnitChoice),
  livros: z.array(Named),
  /** Teachers of the schools of these units. */
  professores: z.array(Named.extend({ unidade: z.string() })),
});
export type ClassChoices = z.infer<typeof ClassChoices>;

const ClosedDay = z.object({
  id: Id,
  dia: Day,
  nome: z.string(),
  /** Due days move past it (Lei 7.089/1983); past a recess of the school alone they do not. */
  feriado: z.boolean(),
  unidade: Named.nullable(),
  /** Lessons that stand on it and have not begun. */
  aulas: z.array(z.object({ id: Id, turma: z.string(), inicio: Instant })),
});

export const classCalls = {
  listSchoolClasses: {
    summary: 'Classes of the units in reach',
    ledger: 'ours',
    query: PageQuery.extend({
      q: Line(80).optional(),
      estado: State.optional(),
      unidade: IdParam.optional(),
      professor: IdParam.optional(),
      /** Running and coming classes that nobody teaches. */
      sem_professor: Flag.optional(),
    }),
    result: Page(SchoolClass).extend({
      /** Of the unit in the filter, whatever the rest of it says. */
      contagens: z.record(z.string(), z.int()),
      unidades: z.array(Named),
    }),
  },
  getSchoolClass: {
    summary: 'A class with its lessons and students',
    ledger: 'ours',
    params: OneId,
    result: SchoolClassDetail,
  },
  getSchoolLesson: {
    summary: 'A lesson with its class',
    ledger: 'ours',
    params: OneId,
    result: z.object({ aula: SchoolLesson, turma: ClassHead }),
  },
  getClassChoices: {
    summary: 'What a class can be made of: units in reach, books, teachers',
    ledger: 'ours',
    result: ClassChoices,
  },
  createClass: {
    summary: 'Makes a class with all its lessons, without holidays',
    ledger: 'ours',
    body: ClassInput,
    result: SchoolClassDetail,
  },
  updateClass: {
    summary: 'Changes a class; coming lessons follow its new timetable',
    ledger: 'ours',
    params: OneId,
    body: ClassInput,
    result: SchoolClassDetail,
  },
  previewClass: {
    summary: 'What saving a class would do to its lessons; without an id, of a new class',
    ledger: 'ours',
    query: z.object({ turma: IdParam.optional() }),
    body: ClassInput,
    result: TimetablePreview,
  },
  endClass: {
    summary: 'Closes a class, stops it, or opens it again',
    ledger: 'ours',
    params: OneId,
    body: z.object({ status: State.exclude(['futura']) }),
    result: SchoolClassDetail,
  },
  addLesson: {
    summary: 'Adds a lesson to a class, such as one that makes up for another',
    ledger: 'ours',
    params: OneId,
    body: Span.extend({ titulo: OptionalText(120), mesmo_assim: DespiteClash }),
    result: SchoolLesson,
  },
  updateLesson: {
    summary: 'Moves a coming lesson, names a substitute, another room or link',
    ledger: 'ours',
    params: OneId,
    body: z
      .object({
        inicio: Instant,
        fim: Instant,
        professor_id: Id.nullable(),
        sala: OptionalText(40),
        link_reuniao: MeetingLink,
        mesmo_assim: DespiteClash,
      })
      .partial()
      .refine(({ inicio, fim }) => (inicio === undefined) === (fim === undefined), {
        path: ['fim'],
        message: 'Diga início e fim',
      }),
    result: SchoolLesson,
  },
  cancelLesson: {
    summary: 'Cancels a coming lesson; students are told once',
    ledger: 'ours',
    params: OneId,
    body: z.object({ motivo: OptionalText(200) }),
    result: SchoolLesson,
  },
  restoreLesson: {
    summary: 'Takes the cancellation of a coming lesson back',
    ledger: 'ours',
    params: OneId,
    body: z.object({ mesmo_assim: DespiteClash }),
    result: SchoolLesson,
  },
  enrolStudents: {
    summary: 'Puts students into a class',
    ledger: 'ours',
    params: OneId,
    body: z.object({ user_ids: z.array(Id).min(1).max(60) }),
    result: SchoolClassDetail,
  },
  updateEnrolment: {
    summary: 'Ends, stops or resumes an enrolment, or moves it to another class',
    ledger: 'ours',
    params: OneId,
    body: z
      .object({ status: z.enum(['ativa', 'trancada', 'concluida']), turma_id: Id })
      .partial()
      .refine(({ status, turma_id }) => (status === undefined) !== (turma_id === undefined), {
        path: ['status'],
        message: 'Escolha uma coisa só',
      }),
    result: z.object({ turma_aluno_id: Id, turma_id: Id, status: z.enum(['ativa', 'trancada', 'concluida']) }),
  },
  listClosedDays: {
    summary: 'Days without lessons that the school named, the coming ones first',
    ledger: 'ours',
    result: z.object({ items: z.array(ClosedDay), unidades: z.array(Named) }),
  },
  addClosedDay: {
    summary: 'Names a day without lessons; says which coming lessons fall on it',
    ledger: 'ours',
    body: z.object({ dia: Day, nome: Text(80), unidade_id: Id.nullable(), feriado: z.boolean().default(true) }),
    result: ClosedDay,
  },
  cancelClosedDay: {
    summary: 'Cancels all coming lessons on a closed day; each student is told once',
    ledger: 'ours',
    params: OneId,
    result: z.object({ canceladas: z.int(), alunos: z.int() }),
  },
  removeClosedDay: {
    summary: 'Takes a closed day back',
    ledger: 'ours',
    params: OneId,
    result: z.object({ id: Id }),
  },
} satisfies Record<string, CallSchema>;
