import { z } from 'zod';
import { GuardianInput } from './account-shapes.schema.ts';
import type { CallSchema } from './core.ts';
import { BirthDate, Cpf, Email, Id, IdParam, Line, OptionalStudentNumber, PersonName, Phone } from './shapes.schema.ts';

/** Filters of a list of students. Without one: everybody whose course still runs. */
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

export const studentFilter = z.object({
  q: Line(100).optional(),
  estado: StudentState.optional(),
  unidade: IdParam.optional(),
  turma: IdParam.optional(),
  livro: IdParam.optional(),
});
export type StudentFilter = z.output<typeof studentFilter>;

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
  /** Comma-separated ids; absent: students without an e-mail who never logged in, those without a sheet first. */
  ids: optional(z.string().regex(/^[1-9]\d{0,8}(,[1-9]\d{0,8}){0,199}$/)),
  unidade: IdParam.optional(),
  /** The sheets of the guardians alone. */
  quem: z.enum(['responsaveis']).optional(),
});

export const calls = {
  downloadStudents: {
    summary: 'The filtered students as a table',
    ledger: 'ours',
    query: studentFilter,
    result: z.string(),
  },
  printInvitations: {
    summary:
      'Sheets with a new personal code and a QR for the first login, of a minor one for the guardian too. With ids, earlier codes of these people end; without, those without an e-mail and a sheet',
    ledger: 'ours',
    query: Sheets,
    result: z.string(),
  },
} satisfies Record<string, CallSchema>;
