import { z } from 'zod';
import { Id, Instant } from './shapes.schema.ts';
import { ChangeKind } from './sync-changes.schema.ts';

const Url = z.url('Escreva o endereço inteiro, com https://').trim().max(500);

/** An address of another system that is told what changes. Its secret is told once, when it is made or renewed. */
export const Webhook = z.object({
  id: Id,
  url: z.string(),
  eventos: z.array(ChangeKind),
  /** The key whose reach it has. */
  chave: z.object({ id: Id, nome: z.string() }),
  criado_em: Instant,
  /** The secret before counts until then beside the present one. */
  segredo_anterior_ate: Instant.nullable(),
  /** When it began to fail; null: the last try went well. */
  falha_desde: Instant.nullable(),
  /** Nothing is sent any more: why, and since when. */
  parado: z.object({ em: Instant, motivo: z.enum(['sem_resposta', 'endereco_extinto', 'chave']) }).nullable(),
  /** How many deliveries wait. */
  na_fila: z.int(),
});
export type Webhook = z.infer<typeof Webhook>;

export const WebhookDelivery = z.object({
  id: Id,
  /** The `webhook-id` of each try. */
  codigo: z.string(),
  evento: z.union([ChangeKind, z.literal('teste')]),
  assunto: z.int(),
  estado: z.enum(['na_fila', 'entregue', 'desistiu']),
  /** The status of the last answer, or why there was none. */
  status: z.int().nullable(),
  erro: z.string().nullable(),
  tentativas: z.int(),
  criada_em: Instant,
  ultima_em: Instant.nullable(),
  proxima_em: Instant.nullable(),
});
export type WebhookDelivery = z.infer<typeof WebhookDelivery>;

export const WebhookList = z.object({
  items: z.array(Webhook),
  /** The keys that read something, and what the user may have told of it. */
  chaves: z.array(z.object({ id: Id, nome: z.string(), leituras: z.array(ChangeKind) })),
});
export type WebhookList = z.infer<typeof WebhookList>;

export const NewWebhook = z.object({
  url: Url,
  chave_id: Id,
  eventos: z.array(ChangeKind).min(1, 'Escolha ao menos um').max(20),
});
export type NewWebhook = z.infer<typeof NewWebhook>;

/** One delivery, or all that were made since an instant. */
export const Replay = z.union([z.object({ desde: Instant }), z.object({ entrega: Id })]);
export type Replay = z.infer<typeof Replay>;
