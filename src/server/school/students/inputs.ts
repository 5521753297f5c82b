import { z } from 'zod';
import { CursorQuery, Id, IdParam, OptionalText, Text } from '#lib/contract/shapes.schema.ts';
import { NewStudentInput, studentFilter } from '#lib/contract/students.schema.ts';

/** What people send, with its limits. */

/** The most people of one call. */
const MAX_INVITED = 500;

const Ids = z.array(Id).min(1).max(MAX_INVITED);

export const listStudentsInput = CursorQuery.extend(studentFilter.shape);

/** `depois`: of the messages. */
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
  /** The classes of the unit before end for the student. */
  encerrar_turmas: z.boolean().default(true),
});

export const endCourseInput = z.object({
  id: IdParam,
  motivo: Text(300),
  concluiu: z.boolean().default(false),
  manter_acesso: z.boolean().default(false),
  /** Cancels the bills of the course that are still to fall due; for who may see them. */
  cancelar_parcelas: z.boolean().default(false),
});

export const inviteStudentsInput = z.union([
  z.object({ ids: Ids }),
  z.object({ todos: z.literal(true), unidade: Id.nullish() }),
]);
