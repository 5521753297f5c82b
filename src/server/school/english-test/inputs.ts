import { z } from 'zod';
import { SessionId } from '#lib/contract/english-test.schema.ts';
import { Id, Text } from '#lib/contract/shapes.schema.ts';

export const answerItemInput = z.object({
  ...SessionId.shape,
  item_id: Id,
  resposta: Text(100),
  tempo_ms: z.int().min(0).max(3_600_000),
});
