import { flag, id, instant, integer, ref, text } from '../../core/db/columns.ts';
import { own } from '../../core/db/person.ts';
import { deletedWithPerson, impersonal } from '../../core/db/table.ts';

export const inboxTables = {
  /** A person's notices in the portal. */
  notices: deletedWithPerson({
    rows: own(),
    columns: {
      id: id(),
      user_id: ref('users'),
      title: text(65),
      body: text(180),
      path: text(300),
      category: text(20),
      created_at: instant(),
      read_at: instant().nullable(),
      /** A notice is written once for each key. */
      chave: text(80).nullable(),
      /** No push after this instant: the event has begun. */
      expires_at: instant().nullable(),
      /** The message of staff that the notice shows. */
      sending_id: integer().nullable(),
      /** When the reader first followed its link. */
      clicked_at: instant().nullable(),
    },
    uniqueIndexes: {
      notices_once: '(user_id, chave)',
    },
    indexes: {
      notices_user: '(user_id, created_at)',
      notices_unread: '(user_id) where read_at is null',
      notices_sending: '(sending_id, user_id) where sending_id is not null',
      notices_class_message: { on: "(chave) where chave like 'mensagem_da_turma:%'", since: '0225-class-messages' },
    },
  }),
  /** A person's quiet hours; without a row the school's apply. */
  quiet_hours: deletedWithPerson({
    rows: own(),
    columns: {
      user_id: ref('users').primaryKey(),
      de: text(5),
      ate: text(5),
    },
  }),
  /** Kinds of events that a school switched off. */
  notice_kinds_off: impersonal('da escola', {
    columns: {
      escola_id: integer(),
      kind: text(30),
    },
    constraints: {
      notice_kinds_off_pk: 'primary key (escola_id, kind)',
    },
  }),
  /** The instant up to which events of a kind were scanned. */
  notice_marks: impersonal('técnica: não fala de pessoas', {
    columns: {
      kind: text(30).primaryKey(),
      until: instant(),
    },
  }),
  notification_preferences: deletedWithPerson({
    rows: own(),
    columns: {
      user_id: ref('users'),
      category: text(20),
      enabled: flag(),
    },
    constraints: {
      notification_preferences_pk: 'primary key (user_id, category)',
    },
  }),
};
