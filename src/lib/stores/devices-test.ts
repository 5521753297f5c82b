import { atom } from 'nanostores';
import { partOf } from '#lib/api/part.ts';
import { isIos } from '#lib/rules/device/install-offer.ts';
import { testMessages } from '#lib/words/inbox.ts';
import { keepDevice, unblockHere } from './devices.ts';
import { isStandalone } from './install.ts';
import { mutate } from './operations.ts';

export type CheckName = 'permission' | 'device' | 'arrival';
export interface Check {
  state: 'running' | 'ok' | 'failed' | 'waiting';
  words: string;
}
type Checks = Readonly<Record<CheckName, Check>>;

/** The worker's message after it showed a notification. */
const SHOWN = 'notice-shown';
const TEST_TAG = 'teste';
const MAX_WAIT_MS = 20_000;

/** null before the first run. */
export const $pushTest = atom<Checks | null>(null);

const set = (name: CheckName, state: Check['state'], words: string) =>
  $pushTest.set({ ...($pushTest.get() as Checks), [name]: { state, words } });

/**
 * Checks permission, device and delivery in this order; the first failure explains what to do.
 *
 * @param app the name below the icon of the portal
 */
export async function runPushTest(userId: number, app: string): Promise<void> {
  const waiting: Check = { state: 'waiting', words: testMessages.waiting };
  $pushTest.set({ permission: { state: 'running', words: testMessages.running }, device: waiting, arrival: waiting });
  const refusal = await refusalOf(app);
  if (refusal) return set('permission', 'failed', refusal);
  set('permission', 'ok', testMessages.allowed);
  set('device', 'running', testMessages.running);
  try {
    await keepDevice(userId);
  } catch {
    return set('device', 'failed', testMessages.unknown);
  }
  set('device', 'ok', testMessages.known);
  set('arrival', 'running', testMessages.sent);
  await checkArrival();
}

/**
 * @returns why there is no permission, null if granted. It requests the permission if the browser has not asked yet.
 */
async function refusalOf(app: string): Promise<string | null> {
  const isPossible = 'Notification' in window && 'serviceWorker' in navigator && 'PushManager' in window;
  if (!isPossible) {
    const isPhoneOfApple = isIos(navigator.userAgent, navigator.maxTouchPoints);
    return isPhoneOfApple && !isStandalone() ? testMessages.installFirst : testMessages.unsupported;
  }
  const permission =
    Notification.permission === 'default' ? await Notification.requestPermission() : Notification.permission;
  if (permission === 'granted') return null;
  return permission === 'denied' ? testMessages.denied(unblockHere(app)) : testMessages.dismissed;
}

async function checkArrival(): Promise<void> {
  // Listens before sending, because the message may arrive before the answer.
  const arrival = untilShown();
  const sent = await partOf(mutate('devices.testPush'));
  if (!sent.ok) return set('arrival', 'failed', sent.detail || testMessages.notSent);
  if (sent.data.accepted === 0) return set('arrival', 'failed', testMessages.notSent);
  const hasArrived = await arrival;
  set('arrival', hasArrived ? 'ok' : 'failed', hasArrived ? testMessages.arrived : testMessages.late);
}

/** Whether the worker reports in time that it showed a test. */
const untilShown = (): Promise<boolean> =>
  new Promise((done) => {
    const end = (hasArrived: boolean) => {
      navigator.serviceWorker.removeEventListener('message', hear);
      clearTimeout(timer);
      done(hasArrived);
    };
    const hear = ({ data }: MessageEvent) => {
      if (data?.type === SHOWN && data.tag === TEST_TAG) end(true);
    };
    const timer = setTimeout(() => end(false), MAX_WAIT_MS);
    navigator.serviceWorker.addEventListener('message', hear);
    navigator.serviceWorker.startMessages();
  });
