declare const self: ServiceWorkerGlobalScope;

const API = '/api/v1';

/** The data of a browser that changes a subscription on its own. Some browsers leave both out. */
export interface SubscriptionChange {
  oldSubscription?: PushSubscription | null;
  newSubscription?: PushSubscription | null;
}

/**
 * The browser ended or replaced the subscription. This subscribes again with the school’s key and stores it at the
 * school, as the logged-in user. Without a session it stores nothing; the next opened page stores the device again.
 */
export async function renewSubscription({ oldSubscription, newSubscription }: SubscriptionChange): Promise<void> {
  try {
    const me = await read<{ id: number }>('/users/me/');
    const { key } = await read<{ key: string }>('/do/devices.getPushKey/');
    const fresh =
      newSubscription ??
      (await self.registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key }));
    const old = oldSubscription?.toJSON().keys?.auth;
    const before = old === undefined ? null : await known(old);
    const { endpoint, keys } = fresh.toJSON();
    await send('POST', '/push-notifications/subscribe/', {
      user_id: me.id,
      endpoint,
      p256dh: keys?.p256dh,
      auth: keys?.auth,
      is_pwa: before?.is_pwa ?? false,
      device_type:
        before?.device_type ?? (/Mobi|Android|iPhone|iPad/i.test(navigator.userAgent) ? 'mobile' : 'desktop'),
    });
    if (before && old !== keys?.auth)
      await send('DELETE', `/push-notifications/unsubscribe/${encodeURIComponent(old ?? '')}/`);
    for (const client of await self.clients.matchAll({ type: 'window', includeUncontrolled: true })) {
      client.postMessage({ type: 'device-changed', auth: keys?.auth });
    }
  } catch {
    // Logged out, offline, or no longer allowed. The next opened page checks again.
  }
}

/** At logout: later messages to this device's last user reach nobody. */
export async function endSubscription(): Promise<void> {
  const subscription = await self.registration.pushManager?.getSubscription();
  await subscription?.unsubscribe();
}

/** The device as the school stores it; null for an unknown device. */
const known = (auth: string) =>
  read<{ is_pwa: boolean; device_type: 'mobile' | 'desktop' }>(
    `/push-notifications/${encodeURIComponent(auth)}/`,
  ).catch(() => null);

async function read<Answer>(path: string): Promise<Answer> {
  const answer = await fetch(API + path, { credentials: 'same-origin' });
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}`);
  return answer.json();
}

async function send(method: 'POST' | 'DELETE', path: string, body?: object): Promise<void> {
  const answer = await fetch(API + path, {
    method,
    credentials: 'same-origin',
    ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}`);
}
