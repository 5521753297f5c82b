import type { ChangeKind } from '#lib/contract/sync-changes.schema.ts';
import { id, instant, integer, json, ref, text } from '../../core/db/columns.ts';
import { impersonal } from '../../core/db/table.ts';

export const syncTables = {
  /** Keys of other systems, of which only the hash is stored. */
  api_keys: impersonal('da escola: quem fez é só um número', {
    columns: {
      id: id(),
      escola_id: ref('schools'),
      /** The creator, whose reach limits the key. */
      user_id: ref('users'),
      nome: text(60),
      key_hash: text(64).unique(),
      /** Its last letters. */
      final: text(4),
      /** Names of tables. */
      tabelas: json(),
      /** Kinds of changes that it reads. */
      leituras: json().default('[]'),
      /** Numbers of units; null: the whole school. */
      unidades: json().nullable(),
      created_at: instant(),
      expires_at: instant().nullable(),
      last_used_at: instant().nullable(),
      ended_at: instant().nullable(),
    },
    indexes: {
      api_keys_school: '(escola_id, id)',
      api_keys_maker: '(user_id)',
    },
  }),
  /** The change feed for other systems, written by triggers (0119). */
  sync_changes: impersonal('técnica: só números do que mudou, sem nada do que era', {
    columns: {
      id: id(),
      kind: text<ChangeKind>(12),
      /** The number of the thing. */
      assunto: integer(),
      /** The table whose trigger recorded it. */
      fonte: text(12),
      escola_id: ref('schools'),
      company_id: integer(),
      /** Its number in the feed; null: changed since it was last numbered. */
      pos: integer().nullable(),
      /** When it was numbered. */
      em: instant().nullable(),
    },
    constraints: {
      sync_changes_key: 'unique (kind, assunto, fonte, escola_id, company_id)',
    },
    indexes: {
      sync_changes_pos: '(escola_id, pos)',
      sync_changes_new: '(id) where pos is null',
    },
  }),
  /** The last number of the feed, in one row; without it the numbering restarts. */
  sync_heads: impersonal('técnica: não fala de pessoas', {
    columns: {
      id: integer().primaryKey(),
      epoca: text(36),
      pos: integer(),
    },
  }),
  /** Webhooks: addresses of other systems that are notified of changes (0119). */
  webhooks: impersonal('da escola: endereços de outros sistemas', {
    columns: {
      id: id(),
      escola_id: ref('schools'),
      /** The key defines which changes the webhook gets. */
      key_id: ref('api_keys'),
      url: text(500),
      /** Kinds of changes. */
      eventos: json(),
      /** Encrypted with SECRET. */
      segredo: text(),
      segredo_anterior: text().nullable(),
      /** Until then the previous secret signs too. */
      anterior_ate: instant().nullable(),
      /** The last change that was queued as a delivery. */
      pos: integer(),
      created_at: instant(),
      /** Consecutive tries without an answer, and consecutive answers that the address is gone. */
      failures: integer().default(0),
      gone: integer().default(0),
      failing_since: instant().nullable(),
      /** Paused until then. */
      held_until: instant().nullable(),
      stopped_at: instant().nullable(),
      stop_reason: text<'sem_resposta' | 'endereco_extinto' | 'chave'>(20).nullable(),
    },
    indexes: {
      webhooks_school: '(escola_id, id)',
      webhooks_key: '(key_id)',
    },
  }),
  /** Messages to webhooks. Their contents are not stored. */
  webhook_deliveries: impersonal('técnica: só números do que mudou, sem nada do que era', {
    columns: {
      id: id(),
      webhook_id: ref('webhooks'),
      /** The `webhook-id`. */
      codigo: text(40).unique(),
      kind: text<ChangeKind | 'teste'>(12),
      assunto: integer(),
      /** When the change was noticed. */
      em: instant(),
      status: text<'na_fila' | 'entregue' | 'desistiu'>(10),
      http_status: integer().nullable(),
      erro: text(40).nullable(),
      attempts: integer().default(0),
      created_at: instant(),
      /** When it was last queued. */
      queued_at: instant(),
      due_at: instant(),
      claimed_until: instant().nullable(),
      last_at: instant().nullable(),
    },
    indexes: {
      webhook_deliveries_of: '(webhook_id, id)',
      webhook_deliveries_due: "(webhook_id, kind, assunto, id) where status = 'na_fila'",
    },
  }),
};
