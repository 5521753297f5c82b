import { flag, id, instant, integer, ref, text } from '../../core/db/columns.ts';
import { impersonal } from '../../core/db/table.ts';
import { inboxTables } from './tables.ts';

const STEP = '0202-messages';
const GONE = 'é de antes, e o passo a apaga';

const { expires_at: _, sending_id: __, clicked_at: ___, ...first } = inboxTables.notices.columns;

/** Tables replaced by `deliveries` (0183). The step that moves their rows: `src/server/core/db/move-messages.ts`. */
export const inboxFormerTables = {
  push_messages: impersonal(GONE, {
    until: STEP,
    columns: {
      id: id(),
      sending_id: ref('sendings', 'cascade').nullable(),
      notice_id: ref('notices', 'cascade').nullable(),
      title: text(65),
      body: text(180),
      path: text(300),
      tag: text(32),
      icon_url: text(300).nullable(),
      image_url: text(300).nullable(),
      urgency: text(10),
      respect_quiet_hours: flag().default(false),
      created_at: instant(),
    },
    indexes: {
      push_messages_sending: '(sending_id)',
      push_messages_notice: '(notice_id)',
    },
  }),
  push_deliveries: impersonal(GONE, {
    until: STEP,
    columns: {
      id: id(),
      user_id: ref('users'),
      subscription_id: ref('push_subscriptions').nullable(),
      token: text(64).unique(),
      kind: text(20),
      state: text(12),
      attempts: integer().default(0),
      last_status: integer().nullable(),
      reason: text(120).nullable(),
      at: instant(),
      sending_id: integer().nullable(),
      message_id: integer().nullable(),
      device_type: text(10).nullable(),
      platform: text(10).nullable(),
      due_at: instant().nullable(),
      expires_at: instant().nullable(),
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
  guardian_notices: impersonal(GONE, {
    until: STEP,
    columns: {
      chave: text(80).primaryKey(),
      user_id: ref('users'),
      title: text(65),
      body: text(180),
      path: text(300),
      created_at: instant(),
      mailed_at: instant().nullable(),
    },
    indexes: {
      guardian_notices_to_mail: '(chave) where mailed_at is null',
      guardian_notices_age: '(created_at, chave)',
    },
  }),
  sending_mails: impersonal(GONE, {
    until: STEP,
    columns: {
      sending_id: ref('sendings'),
      user_id: ref('users'),
      due_at: instant(),
      queued_at: instant().nullable(),
    },
    constraints: {
      sending_mails_pk: 'primary key (sending_id, user_id)',
    },
    indexes: {
      sending_mails_due: '(due_at, sending_id, user_id) where queued_at is null',
    },
  }),
  notices: impersonal(GONE, {
    // In their order, before the columns that came later.
    columns: { ...first, pushed_at: instant().nullable().until(STEP) },
    indexes: { notices_to_push: '(id) where pushed_at is null' },
  }),
};
