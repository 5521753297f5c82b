import { z } from 'zod';
import { CursorQuery, Id, IdParam, OptionalText, Text } from '#lib/contract/shapes.schema.ts';
import { NewStudentInput, studentFilter } from '#lib/contract/students.schema.ts';

/** Max. people of one call. */
const MAX_INVITED = 500;

const Ids = z.array(Id).min(1).max(MAX_INVITED);

export const listStudentsInput = CursorQuery.extend(studentFilter.shape);

/** `depois`: the cursor of the messages. */
export const getPersonInput = CursorQuery.pick({ depois: true }).extend({ id: IdParam });

export const createStudentInput = NewStudentInput.extend({
  /** The contact who enrols. */
  contato_id: Id.nullish(),
  convidar: z.boolean().default(false),
});

/** As typed into the form of a new student. */
export const sendGuardianVerificationInput = NewStudentInput.pick({ cpf: true });

export const moveStudentInput = z.object({
  id: IdParam,
  unidade_id: Id,
  motivo: OptionalText(300),
  /** Ends the student's classes at the former unit. */
  encerrar_turmas: z.boolean().default(true),
});

export const endCourseInput = z.object({
  id: IdParam,
  motivo: Text(300),
  concluiu: z.boolean().default(false),
  manter_acesso: z.boolean().default(false),
  /** Cancels the future bills of the course; requires the right to see them. */
  cancelar_parcelas: z.boolean().default(false),
});

export const inviteStudentsInput = z.union([
  z.object({ ids: Ids }),
  z.object({ todos: z.literal(true), unidade: Id.nullish() }),
]);
