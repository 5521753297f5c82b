import type { PushSubscription } from '#lib/contract/devices.schema.ts';
import type { SubscriptionRow } from './queries.ts';

/** A device without its address and its public key, with which others could send to it. */
export const present = ({
  id,
  auth,
  is_pwa,
  device_type,
  platform,
  created_at,
  last_ok_at,
}: SubscriptionRow): PushSubscription => ({
  id,
  auth,
  is_pwa,
  device_type,
  platform,
  created_at,
  last_ok_at,
});
