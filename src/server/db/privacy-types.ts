import type { Generated } from 'kysely';

/** ISO-8601 UTC text. */
type Instant = string;

/** Tables of the profile and of privacy. */
export interface PrivacySchema {
  /** Where an account is open: one row for each access token that was handed out and may still count. */
  sessions: {
    jti: string;
    user_id: number;
    scope: 'full' | 'book';
    /** `Chrome`, `Android`: words for the owner to know a device by. Empty: unknown. */
    navegador: string;
    sistema: string;
    aparelho: 'celular' | 'tablet' | 'computador' | 'outro';
    created_at: Instant;
    last_seen_at: Instant;
    expires_at: Instant;
  };
  consents: {
    id: Generated<number>;
    user_id: number;
    tipo: string;
    versao: string;
    aceito_em: Instant;
    /** Keyed, so that nobody finds the address by trying them all. */
    ip_hash: string;
  };
  /** Whom a minor named; it becomes `users.guardian` once it is confirmed. */
  guardian_requests: {
    user_id: number;
    /** JSON, as `users.guardian`. */
    guardian: string;
    /** Of the link that counts; null: the address is the minor's own, so the school confirms. */
    chave: string | null;
    pedido_em: Instant;
    expira_em: Instant | null;
    confirmado_em: Instant | null;
  };
  /** A row of an import that looks like somebody who has an account without an enrolment; the school confirms or refuses. */
  enrolment_proposals: {
    id: Generated<number>;
    user_id: number;
    company_id: number;
    matricula: string;
    /** JSON: the columns of `users` that the row says, and `nome`. */
    dados: string;
    criado_em: Instant;
  };
  /** Pictures of profiles; the one that `users.avatar_url` names is shown. */
  avatars: { chave: string; user_id: number; mime: string; tamanho_bytes: number; enviado_em: Instant };
  /** Who asked to be erased; `done_at` says that it was done. */
  erasures: { user_id: number; asked_at: Instant; due_at: Instant; done_at: Instant | null };
  /** Connected mode: users and units of the franchise's host (its name and port) for whom rows of ours stand. */
  vouched_users: { host: string; foreign_id: number; user_id: number };
  vouched_companies: { host: string; foreign_id: number; company_id: number };
  /** Addresses on their way to be somebody's (`applied_at` null), and those that were left. */
  email_changes: {
    id: Generated<number>;
    user_id: number;
    /** Who of the school; null: the person, or somebody who is gone. */
    by_user_id: number | null;
    is_by_school: boolean;
    old_email: string;
    old_verified: boolean;
    new_email: string;
    new_email_key: string;
    undo_hash: string;
    undo_until: Instant;
    created_at: Instant;
    applied_at: Instant | null;
    /** Until then an address that the school wrote opens no recovery, unless the old one agreed. */
    recovery_from: Instant | null;
    agreed_at: Instant | null;
    undone_at: Instant | null;
    /** A password came with the address: whoever takes it back trusts none. */
    with_password: Generated<boolean>;
    /** The school took it back or closed it: nobody refused the address. */
    undone_by_school: Generated<boolean>;
  };
  files_to_remove: { chave: string; since: Instant };
}
