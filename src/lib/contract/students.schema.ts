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
  OptionalStudentNumber,
  Page,
  PersonName,
  Phone,
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

export const filter = z.object({
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

const Sheets = z.object({
  /** Ids between commas; absent: students without an e-mail who never logged in, those without a sheet first. */
  ids: optional(z.string().regex(/^[1-9]\d{0,8}(,[1-9]\d{0,8}){0,199}$/)),
  unidade: IdParam.optional(),
});

export const calls = {
  downloadStudents: { summary: 'The filtered students as a table', ledger: 'ours', query: filter, result: z.string() },
  printInvitations: {
    summary:
      'Sheets with a new personal code and a QR for the first login. With ids, earlier codes of these people end; without, those without an e-mail and a sheet',
    ledger: 'ours',
    query: Sheets,
    result: z.string(),
  },
} satisfies Record<string, CallSchema>;
