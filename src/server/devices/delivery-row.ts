import { randomBytes } from 'node:crypto';
import type { Insertable } from 'kysely';
import type { Schema } from '../db/types.ts';

type Row = Insertable<Schema['push_deliveries']>;

/** One message for one device. `due_at` and `expires_at` are instants, not before and not after. */
export interface NewDelivery
  extends Pick<Row, 'user_id' | 'subscription_id' | 'message_id' | 'sending_id' | 'kind' | 'device_type' | 'platform'> {
  due_at: string | null;
  expires_at: string | null;
  /** `silenciada`: its reader wants no push of this kind. It is never sent, and stands in the log. */
  state?: 'na_fila' | 'silenciada';
  /** Whoever writes it down sends it too, until then. */
  claimed_until?: string;
}

/** A delivery as it is first written down: the one place that knows all its columns. */
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
