import { atom } from 'nanostores';
import { api } from '#lib/api/browser.ts';
import { failureOf, isDecided } from '#lib/api/part.ts';
import { getSubscription, subscribe, unsubscribe, updateSubscription } from '#lib/contract/devices.ts';
import { withoutEnd } from '#lib/format/ends.ts';
import { numberBox, textBox } from '#lib/rules/device/device-box.ts';
import { unblockWords } from '#lib/rules/device/unblock-words.ts';
import { DAY_MS } from '#lib/rules/time/spans.ts';
import { pushMessages } from '#lib/words/devices.ts';
import { installSent, isStandalone } from './install.ts';
import { mutate, query } from './operations.ts';
import { toast } from './toast.ts';

/** The specification requires this key for the device’s auth value (PUSH-06). */
const storedAuth = textBox('local', 'push_subscription_auth');
const later = numberBox('local', 'portal_push_later');
const synced = textBox('session', 'portal_push_synced');
/** The last user of this device. */
const lastReader = textBox('local', 'portal_push_user');
const LATER_MS = 30 * DAY_MS;
const MAX_READY_MS = 10_000;

/** The card to show: the question, the success, or how to unblock. */
export const $pushCard = atom<'ask' | 'on' | 'denied' | null>(null);

/**
 * The permission flow for a logged-in user (PUSH-01…07). It starts once the server knows whether the portal is installed.
 * Granted: it stores the device again silently. Not asked yet: the card asks first. Denied: it deletes the stored device.
 */
export async function checkPush(userId: number): Promise<void> {
  await installSent();
  switch (Notification.permission) {
    case 'granted':
      await syncDevice(userId).catch(() => undefined);
      break;
    case 'denied':
      await forgetDevice().catch(() => undefined);
      break;
    default:
      // The permission was withdrawn, so the stored device could show nothing.
      await forgetDevice().catch(() => undefined);
      if (Date.now() - (later.read() ?? 0) > LATER_MS) $pushCard.set('ask');
  }
}

/** The button of the card: browsers require a user action for the permission prompt. */
export async function enablePush(userId: number): Promise<void> {
  const permission = await Notification.requestPermission();
  if (permission !== 'granted') {
    $pushCard.set(permission === 'denied' ? 'denied' : null);
    return;
  }
  try {
    await keepDevice(userId);
    $pushCard.set('on');
    toast.success(pushMessages.enabled);
  } catch {
    toast.error(pushMessages.notEnabled);
  }
}

/** “Not now”: the card is hidden for thirty days. */
export function laterPush(): void {
  later.keep(Date.now());
  $pushCard.set(null);
}

export async function sendTest(): Promise<void> {
  try {
    const { accepted } = await mutate('devices.testPush');
    if (accepted > 0) toast.success(pushMessages.sent);
    else toast.error(pushMessages.notSent);
  } catch {
    toast.error(pushMessages.notSent);
  }
}

/** Always stores this device again, for the test in the preferences. @throws if it fails */
export async function keepDevice(userId: number): Promise<void> {
  synced.drop();
  await syncDevice(userId);
}

/** When the worker renews the subscription by itself, the stored auth value is updated (PUSH-06). */
export function followWorker(): void {
  navigator.serviceWorker.addEventListener('message', ({ data }) => {
    if (data?.type === 'device-changed' && typeof data.auth === 'string') storedAuth.keep(data.auth);
  });
}

/**
 * Every page checks the subscription: it may change by itself, the session may end elsewhere, the device may be shared.
 */
async function syncDevice(userId: number): Promise<void> {
  const registration = await readyWorker();
  const known = await handOver(registration, await registration.pushManager.getSubscription(), userId);
  if (synced.read() === String(userId) && (await isStored(known?.toJSON().keys?.auth))) return;
  const subscription = await subscriptionFor(registration, known);
  const { endpoint, keys } = subscription.toJSON();
  const { auth = '', p256dh = '' } = keys ?? {};
  const device = { user_id: userId, auth, is_pwa: isStandalone(), device_type: deviceType() };
  if (await isStored(auth)) await api(updateSubscription, { body: device });
  else await api(subscribe, { body: { ...device, endpoint: endpoint ?? '', p256dh } });
  storedAuth.keep(auth);
  lastReader.keep(String(userId));
  synced.keep(String(userId));
}

/** Whether the server has the device with this auth value (PUSH-12). @throws if it does not answer */
async function isStored(auth: string | undefined): Promise<boolean> {
  if (!auth) return false;
  try {
    await api(getSubscription, { params: { id: auth } });
    return true;
  } catch (error) {
    if (failureOf(error).status === 404) return false;
    throw error;
  }
}

/** @throws without a worker: one that cannot be installed is never ready */
const readyWorker = (): Promise<ServiceWorkerRegistration> =>
  Promise.race([
    navigator.serviceWorker.ready,
    new Promise<never>((_, fail) => setTimeout(fail, MAX_READY_MS, new Error('No service worker.'))),
  ]);

/** If another user of this device did not log out, their pending messages must not arrive here. */
async function handOver(
  registration: ServiceWorkerRegistration,
  known: PushSubscription | null,
  userId: number,
): Promise<PushSubscription | null> {
  const reader = lastReader.read();
  if (!known || reader === null || reader === String(userId)) return known;
  for (const shown of await registration.getNotifications()) shown.close();
  await known.unsubscribe();
  return null;
}

/** A subscription with the school’s key: the push service refuses messages signed with another key. */
async function subscriptionFor(registration: ServiceWorkerRegistration, known: PushSubscription | null) {
  const { key } = await query('devices.getPushKey');
  if (known && sameKey(known, key)) return known;
  await known?.unsubscribe();
  return registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
}

function sameKey({ options }: PushSubscription, key: string): boolean {
  const bytes = new Uint8Array(options.applicationServerKey ?? new ArrayBuffer(0));
  const text = btoa(String.fromCharCode(...bytes));
  return withoutEnd(text.replaceAll('+', '-').replaceAll('/', '_'), '=') === key;
}

/**
 * Deletes the device on the server, and then its local auth value; if the server did not decide, the next page tries
 * again.
 */
async function forgetDevice(): Promise<void> {
  const auth = storedAuth.read();
  if (!auth) return;
  try {
    await api(unsubscribe, { params: { id: auth } });
  } catch (error) {
    const failure = failureOf(error);
    // Without a session the server decided nothing about the device.
    if (failure.status === 401 || !isDecided(failure)) throw error;
  }
  storedAuth.drop();
}

/** How to allow notifications again on this device. @param app the name below the icon of the portal */
export function unblockHere(app: string): string {
  const { userAgent, maxTouchPoints: touchPoints } = navigator;
  return unblockWords({ userAgent, touchPoints, isInstalled: isStandalone() }, app);
}
const deviceType = (): 'mobile' | 'desktop' =>
  /Mobi|Android|iPhone|iPad/i.test(navigator.userAgent) ? 'mobile' : 'desktop';
