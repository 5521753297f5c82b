import { z } from 'zod';
import { Id, Instant } from './shapes.schema.ts';
import { ChangeKind } from './sync-changes.schema.ts';

const Url = z.url('Escreva o endereço inteiro, com https://').trim().max(500);

export const NewWebhook = z.object({
  url: Url,
  chave_id: Id,
  eventos: z.array(ChangeKind).min(1, 'Escolha ao menos um').max(20),
});
export type NewWebhook = z.infer<typeof NewWebhook>;

/** One delivery, or all that were made since an instant. */
export const Replay = z.union([z.object({ desde: Instant }), z.object({ entrega: Id })]);
export type Replay = z.infer<typeof Replay>;
