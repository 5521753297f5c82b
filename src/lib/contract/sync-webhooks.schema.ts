import { z } from 'zod';
import type { CallSchema } from './core.ts';
import { Id, Instant, OneId } from './shapes.schema.ts';
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
const Replay = z.union([z.object({ desde: Instant }), z.object({ entrega: Id })]);
export type Replay = z.infer<typeof Replay>;

const WithSecret = Webhook.extend({ segredo: z.string() });

export const calls = {
  listWebhooks: { summary: 'The addresses that are told what changes', ledger: 'ours', result: WebhookList },
  createWebhook: {
    summary: 'Adds an address; the answer alone holds its secret (Standard Webhooks)',
    ledger: 'ours',
    body: NewWebhook,
    result: WithSecret,
  },
  getWebhook: {
    summary: 'An address with its last deliveries, the newest first',
    ledger: 'ours',
    params: OneId,
    result: Webhook.extend({ entregas: z.array(WebhookDelivery) }),
  },
  renewWebhookSecret: {
    summary: 'Makes a new secret; the one before counts beside it for a day',
    ledger: 'ours',
    params: OneId,
    result: WithSecret,
  },
  testWebhook: { summary: 'Sends a test', ledger: 'ours', params: OneId, result: Webhook },
  replayWebhook: {
    summary: 'Sends one delivery again, or all that were made since an instant, with their ids',
    ledger: 'ours',
    params: OneId,
    body: Replay,
    result: z.object({ entregas: z.int() }),
  },
  resumeWebhook: { summary: 'Goes on with an address that stopped', ledger: 'ours', params: OneId, result: Webhook },
  endWebhook: {
    summary: 'Removes an address with its deliveries',
    ledger: 'ours',
    params: OneId,
    result: z.object({}),
  },
} satisfies Record<string, CallSchema>;
