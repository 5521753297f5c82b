import type { DeliveryState } from '#lib/contract/broadcasts.schema.ts';
import { flag, id, instant, integer, json, ref, text } from '../../core/db/columns.ts';
import { own } from '../../core/db/person.ts';
import { deletedWithPerson } from '../../core/db/table.ts';

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
  /** One notice to one person by one target, such as a device, and its outcome. */
  deliveries: deletedWithPerson({
    rows: own(),
    since: '0202-messages',
    columns: {
      id: id(),
      user_id: ref('users'),
      /** `inbox`: the guardian's copy of a minor's notice. */
      target: text<'inbox' | 'push' | 'mail' | 'whatsapp'>(10),
      kind: text<'teste' | 'aviso' | 'envio'>(20),
      status: text<DeliveryState>(12),
      /** The notice delivered; null: the text is in `content`. */
      notice_id: ref('notices').nullable(),
      /** JSON of a text that is not a notice of the person: of a test, or of a mail to the guardian. */
      content: json().nullable(),
      /** For a delivery that is not a notice of the person: it is written once for each key. */
      key: text(80).nullable().unique(),
      sending_id: integer().nullable(),
      /** For a mail to a guardian: the address, in lower case. Children of one guardian share it. */
      reader: text(254).nullable().secret().since('0226-bundles'),
      /** Never bundled with other notices. */
      pressing: flag().default(false).since('0229-pressing'),
      subscription_id: ref('push_subscriptions').nullable(),
      /** The type of the device when it was queued: the device may have been removed since. */
      device_type: text<'mobile' | 'desktop'>(10).nullable(),
      platform: text(10).nullable(),
      /** The holder of this token may report what happened to a push. */
      token: text(64).nullable().unique().secret(),
      attempts: integer().default(0),
      last_status: integer().nullable(),
      reason: text(120).nullable(),
      /** When its status changed last. */
      at: instant(),
      /** Not sent before this instant. */
      due_at: instant().nullable(),
      /** Not sent after this instant, because the content is outdated. */
      expires_at: instant().nullable(),
      /** A process has claimed it until then. */
      claimed_until: instant().nullable(),
      /** For WhatsApp: if it is not delivered by then, its reader is notified by push, otherwise by mail. Null: no fallback. */
      fallback_at: instant().nullable().since('0240-whatsapp'),
      /** The message's id at WhatsApp. */
      message_id: text(200).nullable().since('0240-whatsapp'),
    },
    uniqueIndexes: {
      deliveries_notice: '(notice_id, subscription_id)',
      // A device that changes its user while messages are queued gets each broadcast once.
      deliveries_device: '(subscription_id, sending_id)',
      deliveries_message: { on: '(message_id) where message_id is not null', since: '0240-whatsapp' },
    },
    indexes: {
      deliveries_user: '(user_id, at)',
      deliveries_sending: '(sending_id, status, id)',
      deliveries_reader: { on: '(reader, at) where reader is not null', since: '0226-bundles' },
      deliveries_fallback: { on: '(fallback_at) where fallback_at is not null', since: '0240-whatsapp' },
      deliveries_due: "(target, due_at, id) where status = 'na_fila'",
    },
  }),
};
