import { flag, id, instant, integer, json, ref, text } from '../../core/db/columns.ts';
import { own } from '../../core/db/person.ts';
import { deletedWithPerson, impersonal, retainedAfterErasure } from '../../core/db/table.ts';

export const AVATAR_FOLDER = 'fotos';

export const accountTables = {
  consents: deletedWithPerson({
    rows: own(),
    columns: {
      id: id(),
      user_id: ref('users'),
      kind: text(40),
      versao: text(40),
      aceito_em: instant(),
      /** A keyed hash, so that nobody finds the address by brute force. */
      ip_hash: text(64),
    },
    indexes: {
      consents_user: '(user_id)',
    },
  }),
  /** The guardian named by a minor; after the confirmation `users.guardian` has the data. */
  guardian_requests: deletedWithPerson({
    rows: own(),
    columns: {
      user_id: ref('users').primaryKey(),
      /** JSON, as `users.guardian`. */
      guardian: text(),
      /** The key of the valid link; null if the address is the minor's own, so the school confirms. */
      chave: text(36).nullable().secret(),
      created_at: instant(),
      expira_em: instant().nullable(),
      confirmado_em: instant().nullable(),
      /** The school's change (`registration_changes`) that waits for this guardian; null: the minor named the guardian. */
      change_id: integer().nullable(),
    },
    uniqueIndexes: {
      guardian_requests_key: '(chave)',
    },
  }),
  /** Pictures of profiles; the portal shows the one that `users.avatar_url` names. */
  avatars: deletedWithPerson({
    rows: own(),
    file: ({ chave, mime }) => ({
      key: `${AVATAR_FOLDER}/${chave}`,
      name: `fotos/${String(chave).slice(0, 8)}.${String(mime).split('/')[1]}`,
    }),
    columns: {
      chave: text(36).primaryKey().secret(),
      user_id: ref('users'),
      mime: text(40),
      tamanho_bytes: integer(),
      enviado_em: instant(),
    },
    indexes: {
      avatars_user: '(user_id)',
    },
  }),
  /** Requests for erasure; `done_at` is set after the erasure. */
  erasures: retainedAfterErasure({
    rows: own(),
    because: 'a prova de que o pedido foi cumprido: só um número e datas',
    columns: {
      user_id: ref('users').primaryKey().retained(),
      created_at: instant().retained(),
      due_at: instant().retained(),
      done_at: instant().nullable().retained(),
    },
    indexes: {
      erasures_due: '(due_at) where done_at is null',
      erasures_done: '(done_at)',
    },
  }),
  /** Requested addresses (`applied_at` null), and addresses that people left. */
  email_changes: deletedWithPerson({
    rows: own(),
    columns: {
      id: id(),
      user_id: ref('users'),
      /** The school's user who changed it; null: the person, or a deleted user. */
      by_user_id: ref('users').nullable().secret(),
      is_by_school: flag().default(false),
      old_email: text(254),
      old_verified: flag().default(false),
      new_email: text(254),
      new_email_key: text(254).secret(),
      undo_hash: text(64).secret(),
      undo_until: instant(),
      created_at: instant(),
      applied_at: instant().nullable(),
      /** Until then an address written by the school cannot be used for recovery, unless the old address agrees. */
      recovery_from: instant().nullable(),
      agreed_at: instant().nullable(),
      undone_at: instant().nullable(),
      /** A password came with the address: undoing the change invalidates that password. */
      with_password: flag().default(false),
      /** The school itself undid or closed the change; the owner did not refuse anything. */
      undone_by_school: flag().default(false),
    },
    uniqueIndexes: {
      email_changes_undo: '(undo_hash)',
    },
    indexes: {
      email_changes_user: '(user_id)',
      email_changes_doer: '(by_user_id)',
    },
  }),
  /** Changes of a minor's guardian, CPF or birth date, which the previous guardian can undo (0157). */
  registration_changes: deletedWithPerson({
    rows: own(),
    columns: {
      id: id(),
      user_id: ref('users'),
      /** The school's user who changed it; null: an import, the person, or a deleted user. */
      by_user_id: ref('users').nullable().secret(),
      is_by_school: flag().default(false),
      /** JSON: the changed fields (`ProtectedFields`). */
      old_values: text(),
      new_values: text(),
      undo_hash: text(64).secret(),
      undo_until: instant(),
      created_at: instant(),
      /** When the new guardian took effect; null: not confirmed from the new mailbox. */
      guardian_at: instant().nullable(),
      undone_at: instant().nullable(),
    },
    uniqueIndexes: {
      registration_changes_undo: '(undo_hash)',
    },
    indexes: {
      registration_changes_user: '(user_id)',
      registration_changes_doer: '(by_user_id)',
    },
  }),
  postal_codes: impersonal('endereços públicos de CEPs consultados', {
    columns: {
      cep: text(8).primaryKey(),
      answer: json(),
      fetched_at: instant(),
    },
  }),
};
