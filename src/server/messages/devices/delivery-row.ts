import { randomBytes } from 'node:crypto';
import type { Insertable } from 'kysely';
import type { Schema } from '../../tables.ts';

type Row = Insertable<Schema['push_deliveries']>;

/** One message for one device. It goes out no earlier than `due_at` and no later than `expires_at`, both instants. */
export interface NewDelivery
  extends Pick<Row, 'user_id' | 'subscription_id' | 'message_id' | 'sending_id' | 'kind' | 'device_type' | 'platform'> {
  due_at: string | null;
  expires_at: string | null;
  /** `silenciada`: the reader switched off pushes of this kind. It is never sent, but the log shows it. */
  state?: 'na_fila' | 'silenciada';
  /** The process that writes the row sends it too, until then. */
  claimed_until?: string;
}

/** A new delivery row: the only place that knows all its columns. */
export const deliveryRow = (delivery: NewDelivery, at: Date): Row & { token: string } => ({
  state: 'na_fila',
  claimed_until: null,
  ...delivery,
  token: randomBytes(18).toString('base64url'),
  attempts: 0,
  last_status: null,
  reason: null,
  at: at.toISOString(),
});
