import { z } from 'zod';
import { ManagedUserInput, Right } from '#lib/contract/account.schema.ts';
import { SeenFields } from '#lib/contract/people.schema.ts';
import { CursorQuery, Day, Flag, Id, IdParam, Line } from '#lib/contract/shapes.schema.ts';

const MAX_UNITS = 500;

export const updateUserInput = ManagedUserInput.safeExtend({ id: IdParam, vistos: SeenFields.nullish() });

export const listTeamInput = CursorQuery.extend({ q: Line(100).optional() });

/** `q`: a complete CPF or address. */
export const listUnlinkedInput = CursorQuery.extend({ q: Line(100).optional() });

export const updateRightsInput = z.object({
  id: IdParam,
  direitos: z.array(Right).max(20),
  unidades: z.array(Id).max(MAX_UNITS).nullable(),
});

export const listAuditInput = CursorQuery.extend({
  user_id: IdParam.optional(),
  alvo: z.string().max(60).optional(),
  /** Changes, or views of somebody's record. */
  tipo: z.enum(['mudancas', 'consultas']).optional(),
  dia: Day.optional(),
  /** Whether to return `contagens`. */
  contar: Flag.optional(),
});
