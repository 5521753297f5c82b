import { sql } from 'kysely';
import { alone, own, type Rows, toAddress, verified } from '../person.ts';
import { goes, type PersonalTable } from '../personal-table.ts';

/** Messages that only this person's devices got; a whole school's messages belong to everybody. */
const ownMessages: Rows = (person) =>
  sql`id in (select message_id from push_deliveries where user_id = ${person.id} and message_id is not null)
      and id not in (select message_id from push_deliveries where user_id <> ${person.id} and message_id is not null)`;
const mails: Rows = (person) =>
  person.hasAddressAlone
    ? toAddress('recipient')(person)
    : sql`(${toAddress('recipient')(person)} and sent_at is not null)`;

/** Notices, devices and mails. */
export const messagesTables: readonly PersonalTable[] = [
  goes('push_messages', {
    rows: ownMessages,
    columns: {
      id: 'told',
      sending_id: 'told',
      notice_id: 'told',
      title: 'told',
      body: 'told',
      path: 'told',
      tag: 'told',
      icon_url: 'told',
      image_url: 'told',
      urgency: 'told',
      respect_quiet_hours: 'told',
      created_at: 'told',
    },
  }),
  goes('push_deliveries', {
    rows: own(),
    columns: {
      id: 'told',
      user_id: 'told',
      subscription_id: 'told',
      token: 'secret',
      kind: 'told',
      state: 'told',
      attempts: 'told',
      last_status: 'told',
      reason: 'told',
      at: 'told',
      sending_id: 'told',
      message_id: 'told',
      device_type: 'told',
      platform: 'told',
      due_at: 'told',
      expires_at: 'told',
      claimed_until: 'told',
    },
  }),
  goes('push_subscriptions', {
    rows: own(),
    columns: {
      id: 'told',
      user_id: 'told',
      endpoint: 'secret',
      p256dh: 'secret',
      auth: 'secret',
      is_pwa: 'told',
      device_type: 'told',
      platform: 'told',
      session_id: 'told',
      created_at: 'told',
      updated_at: 'told',
      last_ok_at: 'told',
      last_error: 'told',
    },
  }),
  goes('quiet_hours', {
    rows: own(),
    columns: { user_id: 'told', de: 'told', ate: 'told' },
  }),
  goes('guardian_notices', {
    rows: own(),
    columns: {
      chave: 'told',
      user_id: 'told',
      title: 'told',
      body: 'told',
      path: 'told',
      created_at: 'told',
      mailed_at: 'told',
    },
  }),
  goes('notices', {
    rows: own(),
    columns: {
      id: 'told',
      user_id: 'told',
      title: 'told',
      body: 'told',
      path: 'told',
      category: 'told',
      created_at: 'told',
      read_at: 'told',
      chave: 'told',
      pushed_at: 'told',
      expires_at: 'told',
      sending_id: 'told',
      clicked_at: 'told',
    },
  }),
  goes('sending_left_out', { rows: own(), columns: { sending_id: 'told', user_id: 'told' } }),
  goes('sending_mails', {
    rows: own(),
    columns: { sending_id: 'told', user_id: 'told', due_at: 'told', queued_at: 'told' },
  }),
  goes('staff_digests', { rows: own(), columns: { user_id: 'told', day: 'told' } }),
  goes('outbox', {
    rows: verified(alone(toAddress('recipient'))),
    alsoErased: mails,
    // They hold links and codes that open the account.
    columns: {
      id: 'told',
      kind: 'told',
      recipient: 'told',
      subject: 'secret',
      html: 'secret',
      text: 'secret',
      created_at: 'told',
      claimed_until: 'told',
      attempts: 'told',
      sent_at: 'told',
      last_error: 'secret',
      unsubscribe: 'secret',
    },
  }),
];
