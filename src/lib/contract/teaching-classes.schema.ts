import { z } from 'zod';
import { Turma } from './pedagogico.schema.ts';
import { Clock, Day, Id, Instant, OptionalText, Page, Text, UnitChoice } from './shapes.schema.ts';

const Named = z.object({ id: Id, nome: z.string() });
const Mode = Turma.shape.modalidade;
export const State = Turma.shape.status;
export const ClassState = State;
export type ClassState = z.infer<typeof State>;
const Slot = z
  .object({ dia_semana: z.int().min(0).max(6), inicio: Clock, fim: Clock })
  .refine(({ inicio, fim }) => inicio < fim, { path: ['fim'], message: 'O fim vem depois do início' });

/** Where people meet: an address of the web, nothing else. */
export const MeetingLink = OptionalText(300).refine((link) => !link || /^https:\/\/[^\s]+$/.test(link), {
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

export const Span = z.object({ inicio: Instant, fim: Instant });
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

export const ClosedDay = z.object({
  id: Id,
  dia: Day,
  nome: z.string(),
  /** Due days move past it (Lei 7.089/1983); past a recess of the school alone they do not. */
  feriado: z.boolean(),
  unidade: Named.nullable(),
  /** Lessons that stand on it and have not begun. */
  aulas: z.array(z.object({ id: Id, turma: z.string(), inicio: Instant })),
});
export type ClosedDay = z.infer<typeof ClosedDay>;

/** What `cancelClosedDay` answers. */
export const CancelClosedDayAnswer = z.object({ canceladas: z.int(), alunos: z.int() });
export type CancelClosedDayAnswer = z.infer<typeof CancelClosedDayAnswer>;

/** What `listClosedDays` answers. */
export const ListClosedDaysAnswer = z.object({ items: z.array(ClosedDay), unidades: z.array(Named) });
export type ListClosedDaysAnswer = z.infer<typeof ListClosedDaysAnswer>;

/** What `updateEnrolment` answers. */
export const UpdateEnrolmentAnswer = z.object({
  turma_aluno_id: Id,
  turma_id: Id,
  status: z.enum(['ativa', 'trancada', 'concluida']),
});
export type UpdateEnrolmentAnswer = z.infer<typeof UpdateEnrolmentAnswer>;

/** What `listSchoolClasses` answers. */
export const ListSchoolClassesAnswer = Page(SchoolClass).extend({
  /** Of the unit in the filter, whatever the rest of it says. */
  contagens: z.record(z.string(), z.int()),
  unidades: z.array(Named),
});
export type ListSchoolClassesAnswer = z.infer<typeof ListSchoolClassesAnswer>;
