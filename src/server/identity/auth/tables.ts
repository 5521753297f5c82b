import { bigint, flag, id, instant, integer, json, ref, text } from '../../core/db/columns.ts';
import { alone, own, toAddress, verified } from '../../core/db/person.ts';
import { deletedWithPerson, impersonal } from '../../core/db/table.ts';

export const authTables = {
  /** Open sessions: one row for each access token that may still be valid. */
  sessions: deletedWithPerson({
    rows: own(),
    columns: {
      jti: text(40).primaryKey().secret(),
      user_id: ref('users'),
      scope: text<'full' | 'book'>(10),
      /** `Chrome`, `Android`: words by which the owner recognises a device. Empty: unknown. */
      navegador: text(40),
      sistema: text(40),
      aparelho: text<'celular' | 'tablet' | 'computador' | 'outro'>(12),
      created_at: instant(),
      last_seen_at: instant(),
      expires_at: instant(),
      /** When the user last re-authenticated after the login (0097). */
      proved_at: instant().nullable(),
    },
    indexes: {
      sessions_user: '(user_id)',
      sessions_expiry: '(expires_at)',
    },
  }),
  /** Second factors of a person (0097). They are valid only once `confirmado_em` is set. */
  factors: deletedWithPerson({
    rows: own(),
    columns: {
      id: id(),
      user_id: ref('users'),
      kind: text<'codigo' | 'chave'>(10),
      nome: text(60),
      /** For `codigo`: the encrypted secret, and the step of the last accepted code. */
      segredo: text(200).nullable().secret(),
      passo: integer().nullable().secret(),
      /** For `chave` (a passkey): its credential, its domain, and its signature counter. */
      credencial: text(1400).nullable().unique().secret(),
      chave_publica: text().nullable().secret(),
      contador: bigint().nullable().secret(),
      /** JSON: the transports by which browsers reach the passkey. */
      transportes: text().nullable(),
      dominio: text(255).nullable(),
      created_at: instant(),
      confirmado_em: instant().nullable(),
      usado_em: instant().nullable(),
    },
    indexes: {
      factors_user: '(user_id)',
    },
  }),
  recovery_codes: deletedWithPerson({
    rows: own(),
    columns: {
      id: id(),
      user_id: ref('users'),
      codigo_hash: text(64).secret(),
      usado_em: instant().nullable(),
    },
    indexes: {
      recovery_codes_user: '(user_id)',
    },
  }),
  /** Connected mode: our rows that represent users and units of the franchise's host (its name and port). */
  vouched_users: deletedWithPerson({
    rows: own(),
    columns: {
      host: text(200),
      foreign_id: integer(),
      user_id: ref('users'),
    },
    constraints: {
      vouched_users_pk: 'primary key (host, foreign_id)',
    },
    uniqueIndexes: {
      vouched_users_own: '(user_id)',
    },
  }),
  vouched_companies: impersonal('da escola', {
    columns: {
      host: text(200),
      foreign_id: integer(),
      company_id: ref('companies'),
    },
    constraints: {
      vouched_companies_pk: 'primary key (host, foreign_id)',
    },
    uniqueIndexes: {
      vouched_companies_own: '(company_id)',
    },
  }),
  /** Single-use secrets, of which only the hash is stored. */
  auth_tokens: deletedWithPerson({
    rows: own(),
    notExported: 'segredos de uso único, dos quais só se guarda uma impressão',
    columns: {
      id: id(),
      kind: text<
        | 'reset'
        | 'reset_code'
        | 'verify_email'
        | 'choice'
        | 'second_step'
        | 'passkey'
        | 'invite'
        | 'invite_code'
        | 'guardian'
        | 'guardian_code'
      >(20),
      token_hash: text(64),
      user_id: ref('users', 'cascade').nullable(),
      /**
       * `choice`: the listed user ids and the scope. `reset`: every account it may reset; `invite`: the invited address.
       * `guardian`: the address and the CPF.
       */
      data: json().nullable(),
      tries: integer().default(0),
      created_at: instant(),
      expires_at: instant(),
      used_at: instant().nullable(),
    },
    indexes: {
      auth_tokens_hash: '(token_hash)',
      auth_tokens_user: '(user_id, kind)',
      auth_tokens_expiry: '(expires_at)',
    },
  }),
  /** Tokens after a logout: refused until they would have expired (AUTH-23, S16). */
  ended_tokens: impersonal('números de acessos encerrados, por 30 dias', {
    columns: {
      jti: text(40).primaryKey(),
      expires_at: instant(),
    },
    indexes: {
      ended_tokens_expiry: '(expires_at)',
    },
  }),
  /**
   * Recovery requests, for known and unknown addresses. A job handles them outside the request, so that the duration of the
   * answer reveals nothing (AUTH-20).
   */
  recovery_requests: deletedWithPerson({
    rows: verified(toAddress('email_key')),
    alsoErased: alone(toAddress('email_key')),
    columns: {
      id: id(),
      email_key: text(254),
      is_access_code: flag().default(false),
      created_at: instant(),
      handled_at: instant().nullable(),
    },
    indexes: {
      recovery_requests_open: '(handled_at)',
      recovery_requests_age: '(created_at)',
    },
  }),
};
