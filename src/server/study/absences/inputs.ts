import { z } from 'zod';
import { CursorQuery, Id, IdParam, Line } from '#lib/contract/shapes.schema.ts';

const Found = CursorQuery.extend({ q: Line(80).optional() });

export const listSchoolAbsencesInput = Found.extend({
  status: z.enum(['avisada', 'justificada', 'nao_aceita']).optional(),
});

export const listSchoolReplacementsInput = Found.extend({
  status: z.enum(['marcada', 'feita', 'faltou']).optional(),
});

const ids = z.array(Id).min(1).max(60);
export const decideAbsencesInput = z.object({ ids, resultado: z.enum(['justificada', 'nao_aceita']) });
export const recordReplacementsInput = z.object({ ids, presente: z.boolean() });

export const oneLessonInput = z.object({ id: IdParam, aula: IdParam });
