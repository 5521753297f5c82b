import { z } from 'zod';
import type { CallSchema } from './core.ts';
import { Detail, Id, Instant, Text } from './shapes.schema.ts';

const DeviceType = z.enum(['mobile', 'desktop']);
const Platform = z.enum(['ios', 'android', 'windows', 'macos', 'linux', 'outro']);
/** The subscription's secret, base64url; paths use it as the key too (PUSH-12). */
const AuthValue = z.string().regex(/^[\w\-=+/]{1,100}$/);

/** `endpoint` and `p256dh` are write-only. */
export const PushSubscription = z.object({
  id: Id,
  auth: z.string(),
  is_pwa: z.boolean(),
  device_type: DeviceType,
  platform: Platform,
  created_at: Instant,
  last_ok_at: Instant.nullish(),
});
export type PushSubscription = z.infer<typeof PushSubscription>;

const Key = z.object({ id: AuthValue });
export const calls = {
  updatePwa: {
    summary: 'Says whether the portal is installed',
    ledger: 'API-15',
    body: z.object({ pwa_installed: z.boolean() }),
    result: z.object({ pwa_installed: z.boolean() }),
  },
  subscribe: {
    summary: 'Stores the push subscription of this device',
    ledger: 'API-59',
    body: z.object({
      user_id: Id,
      endpoint: z.url().max(1000),
      p256dh: Text(200),
      auth: AuthValue,
      is_pwa: z.boolean(),
      device_type: DeviceType,
    }),
    result: PushSubscription,
  },
  listSubscriptions: { summary: 'Own devices', ledger: 'API-60', result: z.array(PushSubscription) },
  getSubscription: { summary: 'One own device', ledger: 'API-61', params: Key, result: PushSubscription },
  updateSubscription: {
    summary: 'Refreshes a device, or moves it to the logged-in user',
    ledger: 'API-62',
    body: z.object({ user_id: Id, auth: AuthValue, is_pwa: z.boolean(), device_type: DeviceType }),
    result: PushSubscription,
  },
  unsubscribe: { summary: 'Forgets a device', ledger: 'API-63', params: Key, result: Detail },
} satisfies Record<string, CallSchema>;
