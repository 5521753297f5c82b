import { z } from 'zod';
import { Flag, IdParam, Line, PageQuery, Text } from '#lib/contract/shapes.schema.ts';

/** What people send, with its limits. */

export const listParticipantsInput = PageQuery.extend({
  q: Line(80).optional(),
  canceladas: Flag.optional(),
}).safeExtend({ id: IdParam });

export const makeTicketsInput = z.object({
  id: IdParam,
  quantidade: z.int().min(1).max(500, 'No máximo 500 de uma vez'),
  rotulo: Text(60),
});
