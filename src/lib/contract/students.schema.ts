import { z } from 'zod';
import { GuardianInput } from './account-shapes.schema.ts';
import type { CallSchema } from './core.ts';
import {
  BirthDate,
  Cpf,
  Day,
  Email,
  Id,
  IdParam,
  Instant,
  Line,
  OneId,
  OptionalStudentNumber,
  OptionalText,
  Page,
  PeopleQuery,
  PersonName,
  Phone,
  Text,
  UnitChoice,
} from './shapes.schema.ts';

const Named = z.object({ id: Id, nome: z.string() });

/** How far a person came on the way into the portal. `na_fila`: the mail waits for its turn. */
export const InviteState = z.enum(['nao_convidado', 'na_fila', 'convidado', 'abriu', 'entrou']);
export type InviteState = z.infer<typeof InviteState>;

/** What a list of students can be narrowed to. Without it: everybody whose course goes on. */
export const StudentState = z.enum([
  'em_dia',
  'em_atraso',
  'nao_convidado',
  'convidado',
  'abriu',
  'entrou',
  'sem_entrar',
  'sem_turma',
  'encerrado',
]);
export type StudentState = z.infer<typeof StudentState>;

const filter = z.object({
  q: Line(100).optional(),
  estado: StudentState.optional(),
  unidade: IdParam.optional(),
  turma: IdParam.optional(),
  livro: IdParam.optional(),
});
export type StudentFilter = z.output<typeof filter>;

export const Student = z.object({
  id: Id,
  full_name: z.string(),
  foto_url: z.string().nullable(),
  email: z.string(),
  phone: z.string().nullable(),
  matricula: z.string(),
  unidade: Named,
  /** Those that go on. */
  turmas: z.array(Named.extend({ livro: z.string() })),
  ultimo_acesso: Instant.nullable(),
  convite: InviteState,
  bloqueado: z.boolean(),
  encerrado_em: Day.nullable(),
  /** Late bills; null: the reader does not see bills. */
  parcelas_vencidas: z.int().nullable(),
});
export type Student = z.infer<typeof Student>;

export const StudentPage = Page(Student).extend({
  /** How many of each state there are, up to 500; a larger number says that there are more. */
  contagens: z.partialRecord(StudentState, z.int()),
  unidades: z.array(UnitChoice),
  turmas: z.array(Named.extend({ alunos: z.int() })),
  livros: z.array(Named.extend({ alunos: z.int() })),
});
export type StudentPage = z.infer<typeof StudentPage>;

export const StudentEvent = z.object({
  id: Id,
  tipo: z.enum(['unidade', 'fim']),
  em: Instant,
  quem: z.string().nullable(),
  de: z.string().nullable(),
  para: z.string().nullable(),
  motivo: z.string().nullable(),
  turmas: z.array(z.string()),
  desfeito_em: Instant.nullable(),
});
export type StudentEvent = z.infer<typeof StudentEvent>;

/** What the page of a student says first. */
export const StudentDetails = Student.extend({
  /** Of all lessons of the classes that go on; null: no lesson was given. */
  frequencia_percentual: z.int().nullable(),
  /** What the late bills cost today; null: the reader does not see bills. */
  atraso_centavos: z.int().nullable(),
  /** How many bills of the course are still to fall due; null likewise. */
  parcelas_a_vencer: z.int().nullable(),
  convidado_em: Instant.nullable(),
  impresso_em: Instant.nullable(),
  /** The account with which the guardian of a minor sees this student. */
  conta_do_responsavel: Named.nullable(),
  /** The student asked for erasure: what is still open, and what it costs today; null likewise. */
  exclusao: z
    .object({
      pedida_em: Instant,
      apaga_em: Instant,
      parcelas_abertas: z.int().nullable(),
      devido_centavos: z.int().nullable(),
    })
    .nullable(),
  historico: z.array(StudentEvent),
  /** Open units of the school, and that of the student. */
  unidades: z.array(Named),
});
export type StudentDetails = z.infer<typeof StudentDetails>;

const blank = (text: unknown) => (text === '' || text === null ? undefined : text);
const optional = <T extends z.ZodType>(shape: T) => z.preprocess(blank, shape.optional());

/** A person logs in by e-mail or CPF, so one of them must be there. */
export const NewStudentInput = z.object({
  full_name: PersonName,
  email: Email.nullish(),
  phone: Phone.nullish(),
  cpf: Cpf.nullish(),
  birth_date: BirthDate.nullish(),
  matricula: OptionalStudentNumber,
  unidade_id: Id,
  guardian: GuardianInput.nullish(),
});
export type NewStudentInput = z.infer<typeof NewStudentInput>;

/** The most people of one call. */
const MAX_INVITED = 500;
const Ids = z.array(Id).min(1).max(MAX_INVITED);

const Sheets = z.object({
  /** Ids between commas; absent: students without an e-mail who never logged in, those without a sheet first. */
  ids: optional(z.string().regex(/^[1-9]\d{0,8}(,[1-9]\d{0,8}){0,199}$/)),
  unidade: IdParam.optional(),
});

export const calls = {
  listStudents: {
    summary: 'The students in reach by name, with how many there are of each state',
    ledger: 'ours',
    query: PeopleQuery.extend(filter.shape),
    result: StudentPage,
  },
  downloadStudents: { summary: 'The filtered students as a table', ledger: 'ours', query: filter, result: z.string() },
  getStudent: {
    summary: 'What the page of a student says first',
    ledger: 'ours',
    params: OneId,
    result: StudentDetails,
  },
  createStudent: {
    summary: 'Makes a student with an account, also of a contact who enrols',
    ledger: 'ours',
    body: NewStudentInput.extend({
      /** The contact who enrols. */
      contato_id: Id.nullish(),
      convidar: z.boolean().default(false),
    }),
    /** `id` null: an account without an enrolment looks like this person, and waits for a decision. */
    result: z.object({ id: Id.nullable(), full_name: z.string() }),
  },
  moveStudent: {
    summary: 'Moves a student to another unit of the school; the history keeps it',
    ledger: 'ours',
    params: OneId,
    body: z.object({
      unidade_id: Id,
      motivo: OptionalText(300),
      /** The classes of the unit before end for the student. */
      encerrar_turmas: z.boolean().default(true),
    }),
    result: StudentDetails,
  },
  endCourse: {
    summary: 'Ends the course of a student with the classes, and the access unless it stays',
    ledger: 'ours',
    params: OneId,
    body: z.object({
      motivo: Text(300),
      concluiu: z.boolean().default(false),
      manter_acesso: z.boolean().default(false),
      /** Cancels the bills of the course that are still to fall due; for who may see them. */
      cancelar_parcelas: z.boolean().default(false),
    }),
    result: StudentDetails,
  },
  resumeCourse: {
    summary: 'Takes the end of a course back: classes and access open again',
    ledger: 'ours',
    params: OneId,
    result: StudentDetails,
  },
  inviteStudents: {
    summary: 'Invites some students, or everybody who was not invited; the mails leave one after another',
    ledger: 'ours',
    body: z.union([z.object({ ids: Ids }), z.object({ todos: z.literal(true), unidade: Id.nullish() })]),
    result: z.object({
      /** Whose mail waits now. */
      na_fila: z.int(),
      /** Without an e-mail: a printed sheet invites them. */
      sem_email: z.int(),
      /** Blocked, logged in already, or a mail waits. */
      outros: z.int(),
      /** How long the mails need, in minutes. */
      minutos: z.int(),
    }),
  },
  printInvitations: {
    summary:
      'Sheets with a new personal code and a QR for the first login. With ids, earlier codes of these people end; without, those without an e-mail and a sheet',
    ledger: 'ours',
    query: Sheets,
    result: z.string(),
  },
} satisfies Record<string, CallSchema>;
