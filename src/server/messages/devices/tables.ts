import { sql } from 'kysely';
import { flag, id, instant, integer, json, ref, text } from '../../core/db/columns.ts';
import { own, type Rows } from '../../core/db/person.ts';
import { deletedWithPerson } from '../../core/db/table.ts';

/** Messages that only this person's devices got; a whole school's messages belong to everybody. */
const ownMessages: Rows = (person) =>
  sql`id in (select message_id from push_deliveries where user_id = ${person.id} and message_id is not null)
      and id not in (select message_id from push_deliveries where user_id <> ${person.id} and message_id is not null)`;

export type DeliveryState =
  | 'na_fila'
  | 'aceita'
  | 'mostrada'
  | 'clicada'
  | 'falhou'
  | 'expirada'
  | 'silenciada'
  | 'cancelada';

export const devicesTables = {
  /** Devices that get notifications. */
  push_subscriptions: deletedWithPerson({
    rows: own(),
    columns: {
      id: id(),
      user_id: ref('users'),
      endpoint: text(1000).unique().secret(),
      p256dh: text(200).secret(),
      auth: text(100).unique().secret(),
      is_pwa: flag().default(false),
      device_type: text<'mobile' | 'desktop'>(10),
      platform: text<'ios' | 'android' | 'windows' | 'macos' | 'linux' | 'outro'>(10),
      /** The access token that registered the device: a logout ends both. */
      session_id: text(40),
      created_at: instant(),
      updated_at: instant(),
      last_ok_at: instant().nullable(),
      /** `{status, reason, at}`. */
      last_error: json().nullable(),
    },
    indexes: {
      push_subscriptions_user: '(user_id)',
      push_subscriptions_session: '(session_id)',
    },
  }),
  /** The text on devices: one for a whole message, or one for each person if it names the person. */
  push_messages: deletedWithPerson({
    rows: ownMessages,
    readsRowsOf: 'push_deliveries',
    columns: {
      id: id(),
      sending_id: ref('sendings', 'cascade').nullable(),
      notice_id: ref('notices', 'cascade').nullable(),
      title: text(65),
      body: text(180),
      path: text(300),
      /** A later message with the same tag replaces it on the device. */
      tag: text(32),
      icon_url: text(300).nullable(),
      image_url: text(300).nullable(),
      urgency: text<'normal' | 'high'>(10),
      respect_quiet_hours: flag().default(false),
      created_at: instant(),
    },
    indexes: {
      push_messages_sending: '(sending_id)',
      push_messages_notice: '(notice_id)',
    },
  }),
  /** One notification to one device, and its outcome. */
  push_deliveries: deletedWithPerson({
    rows: own(),
    columns: {
      id: id(),
      user_id: ref('users'),
      subscription_id: ref('push_subscriptions').nullable(),
      /** The holder of this token may report what happened to the notification. */
      token: text(64).unique().secret(),
      kind: text<'teste' | 'aviso' | 'envio'>(20),
      state: text<DeliveryState>(12),
      attempts: integer().default(0),
      last_status: integer().nullable(),
      reason: text(120).nullable(),
      /** When its state changed last. */
      at: instant(),
      sending_id: integer().nullable(),
      message_id: integer().nullable(),
      /** The device at that time: it may have been removed since. */
      device_type: text<'mobile' | 'desktop'>(10).nullable(),
      platform: text(10).nullable(),
      /** Not sent before this instant. */
      due_at: instant().nullable(),
      /** Not sent after this instant: the news is old by then. */
      expires_at: instant().nullable(),
      /** A process has claimed it until then. */
      claimed_until: instant().nullable(),
    },
    uniqueIndexes: {
      push_deliveries_once: '(message_id, subscription_id)',
    },
    indexes: {
      push_deliveries_user: '(user_id, at)',
      push_deliveries_sending: '(sending_id, state, id)',
      push_deliveries_due: "(due_at, id) where state = 'na_fila'",
      push_deliveries_device: '(subscription_id)',
    },
  }),
};
