import { z } from 'zod';
import { IdParam, PageQuery } from '#lib/contract/shapes.schema.ts';

/** What people send, with its limits. */

export const listSchoolAbsencesInput = PageQuery.extend({
  status: z.enum(['avisada', 'justificada', 'nao_aceita']).optional(),
});

export const decideAbsenceInput = z.object({ id: IdParam, resultado: z.enum(['justificada', 'nao_aceita']) });

export const oneLessonInput = z.object({ id: IdParam, aula: IdParam });
