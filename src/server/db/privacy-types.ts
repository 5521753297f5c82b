import type { Generated } from 'kysely';

/** ISO-8601 UTC text. */
type Instant = string;

/** Tables of the profile and of privacy. */
export interface PrivacySchema {
  /** Open sessions: one row for each access token that may still count. */
  sessions: {
    jti: string;
    user_id: number;
    scope: 'full' | 'book';
    /** `Chrome`, `Android`: words by which the owner recognises a device. Empty: unknown. */
    navegador: string;
    sistema: string;
    aparelho: 'celular' | 'tablet' | 'computador' | 'outro';
    created_at: Instant;
    last_seen_at: Instant;
    expires_at: Instant;
    /** When its user last proved to be the owner after the login (0098). */
    proved_at: Instant | null;
  };
  /** What a person proves the own login with, beside the password (0097). Until `confirmado_em` it counts for nothing. */
  factors: {
    id: Generated<number>;
    user_id: number;
    tipo: 'codigo' | 'chave';
    nome: string;
    /** `codigo`: the encrypted secret, and the last step whose code counted. */
    segredo: string | null;
    passo: number | null;
    /** `chave`: a passkey, the domain that it belongs to, and how often it signed. */
    credencial: string | null;
    chave_publica: string | null;
    contador: number | null;
    /** JSON: how browsers reach the key. */
    transportes: string | null;
    dominio: string | null;
    criado_em: Instant;
    confirmado_em: Instant | null;
    usado_em: Instant | null;
  };
  recovery_codes: { id: Generated<number>; user_id: number; codigo_hash: string; usado_em: Instant | null };
  consents: {
    id: Generated<number>;
    user_id: number;
    tipo: string;
    versao: string;
    aceito_em: Instant;
    /** A keyed hash, so that nobody finds the address by trying all of them. */
    ip_hash: string;
  };
  /** The guardian whom a minor named; after the confirmation `users.guardian` has the data. */
  guardian_requests: {
    user_id: number;
    /** JSON, as `users.guardian`. */
    guardian: string;
    /** The key of the valid link; null if the address is the minor's own, so the school confirms. */
    chave: string | null;
    pedido_em: Instant;
    expira_em: Instant | null;
    confirmado_em: Instant | null;
    /** The school's change (`registration_changes`) that waits for this guardian; null: the minor named the guardian. */
    change_id: number | null;
  };
  /** A row of an import that resembles an account without an enrolment. The school confirms or refuses. */
  enrolment_proposals: {
    id: Generated<number>;
    user_id: number;
    company_id: number;
    matricula: string;
    /** JSON: the `users` columns of that row, and `nome`. */
    dados: string;
    criado_em: Instant;
  };
  /** Pictures of profiles; the portal shows the one that `users.avatar_url` names. */
  avatars: { chave: string; user_id: number; mime: string; tamanho_bytes: number; enviado_em: Instant };
  /** Requests for erasure; `done_at` is set after the erasure. */
  erasures: { user_id: number; asked_at: Instant; due_at: Instant; done_at: Instant | null };
  /** Connected mode: our rows that stand for users and units of the franchise's host (its name and port). */
  vouched_users: { host: string; foreign_id: number; user_id: number };
  vouched_companies: { host: string; foreign_id: number; company_id: number };
  /** New addresses that wait (`applied_at` null), and addresses that people left. */
  email_changes: {
    id: Generated<number>;
    user_id: number;
    /** The school's user who changed it; null: the person, or a deleted user. */
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
    /** Until then an address that the school wrote opens no recovery, unless the old address agrees. */
    recovery_from: Instant | null;
    agreed_at: Instant | null;
    undone_at: Instant | null;
    /** A password came with the address: undoing the change ends that password. */
    with_password: Generated<boolean>;
    /** The school itself took the change back or closed it; the owner refused nothing. */
    undone_by_school: Generated<boolean>;
  };
  /** Changes of a minor's guardian, CPF or birth date, which the guardian before can undo (0157). */
  registration_changes: {
    id: Generated<number>;
    user_id: number;
    /** The school's user who changed it; null: a table, the person, or a deleted user. */
    by_user_id: number | null;
    is_by_school: boolean;
    /** JSON: the changed fields (`ProtectedFields`). */
    old_values: string;
    new_values: string;
    undo_hash: string;
    undo_until: Instant;
    created_at: Instant;
    /** Since when the new guardian counts; null: the new mailbox has not confirmed. */
    guardian_at: Instant | null;
    undone_at: Instant | null;
  };
  files_to_remove: { chave: string; since: Instant };
}
