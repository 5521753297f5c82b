import type { Generated } from 'kysely';
import type { ChangeKind } from '#lib/contract/sync-changes.schema.ts';

/** ISO-8601 UTC text. */
type Instant = string;
/** JSON kept as text. */
type Json = string;

/** What keeps the portal in step with other systems. */
export interface SyncSchema {
  /** Keys of other systems: only the hash of their text is kept. */
  api_keys: {
    id: Generated<number>;
    escola_id: number;
    /** Who made it: it reaches no more than this person does. */
    user_id: number;
    nome: string;
    key_hash: string;
    /** Its last letters. */
    final: string;
    /** Names of tables. */
    tabelas: Json;
    /** Kinds of changes that it reads. */
    leituras: Generated<Json>;
    /** Numbers of units; null: the whole school. */
    unidades: Json | null;
    created_at: Instant;
    expires_at: Instant | null;
    last_used_at: Instant | null;
    ended_at: Instant | null;
  };
  /** What other systems are told of: triggers write it (0119). */
  sync_changes: {
    id: Generated<number>;
    tipo: ChangeKind;
    /** The number of the thing. */
    assunto: number;
    /** The table that noted it. */
    fonte: string;
    escola_id: number;
    company_id: number;
    /** Its place in the order of changes; null: changed since it was last numbered. */
    pos: number | null;
    /** When it was numbered. */
    em: Instant | null;
  };
  /** The last place that was given, in one row; without it the order begins anew. */
  sync_heads: { id: number; epoca: string; pos: number };
  /** Addresses of other systems that are told what changes (0120). */
  webhooks: {
    id: Generated<number>;
    escola_id: number;
    /** What the key reads now is what the address is told. */
    key_id: number;
    url: string;
    /** Kinds of changes. */
    eventos: Json;
    /** Sealed under SECRET. */
    segredo: string;
    segredo_anterior: string | null;
    /** Until when the secret before signs too. */
    anterior_ate: Instant | null;
    /** The last change that was made a delivery. */
    pos: number;
    created_at: Instant;
    /** Tries in a row that found no answer, and those that heard that the address is gone. */
    failures: Generated<number>;
    gone: Generated<number>;
    failing_since: Instant | null;
    /** No try before it. */
    held_until: Instant | null;
    stopped_at: Instant | null;
    stop_reason: 'sem_resposta' | 'endereco_extinto' | 'chave' | null;
  };
  /** Messages to these addresses. What they said is kept nowhere. */
  webhook_deliveries: {
    id: Generated<number>;
    webhook_id: number;
    /** The `webhook-id`. */
    codigo: string;
    tipo: ChangeKind | 'teste';
    assunto: number;
    /** When the change was noticed. */
    em: Instant;
    state: 'na_fila' | 'entregue' | 'desistiu';
    status: number | null;
    erro: string | null;
    attempts: Generated<number>;
    created_at: Instant;
    /** When it came into the queue last. */
    queued_at: Instant;
    due_at: Instant;
    claimed_until: Instant | null;
    last_at: Instant | null;
  };
}
