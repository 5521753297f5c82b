import { z } from 'zod';
import { Answers, WordKind } from '#lib/contract/practice.schema.ts';
import { Id, IdParam, Instant } from '#lib/contract/shapes.schema.ts';

export const saveReviewsInput = z.object({
  revisoes: z
    .array(
      z.object({
        palavra_id: Id,
        nota: z.int().min(1).max(4),
        tempo_ms: z.int().min(0).max(3_600_000),
        feita_em: Instant,
        /** How the word was practiced; absent in earlier versions of the portal. */
        kind: WordKind.optional(),
      }),
    )
    .min(1)
    .max(200),
});

export const submitPracticeTestInput = z.object({
  id: IdParam,
  respostas: Answers,
  iniciada_em: Instant,
  refazer: z.boolean().optional(),
});

export const checkEmptyBookTestInput = z.object({ id: IdParam, respostas: Answers });
