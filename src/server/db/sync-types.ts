import type { Generated } from 'kysely';

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
    /** Numbers of units; null: the whole school. */
    unidades: Json | null;
    created_at: Instant;
    expires_at: Instant | null;
    last_used_at: Instant | null;
    ended_at: Instant | null;
  };
}
