import { textBox } from '#lib/rules/device/device-box.ts';
import { SERVICE_WORKER_PATH } from '#lib/rules/routes/file-addresses.ts';
import { toast } from '#lib/stores/toast.ts';
import { pwaMessages } from '#lib/words/pwa.ts';

const offered = textBox('session', 'portal_update_offered');
const TAKE_OVER_MS = 1_000;

/** Registers the worker where the browser supports push; a failure is only logged (PUSH-10, PUSH-11). */
export async function registerWorker(): Promise<void> {
  if (!('Notification' in window)) console.warn(pwaMessages.noNotification);
  if (!('serviceWorker' in navigator && 'PushManager' in window)) {
    console.warn(pwaMessages.noPush);
    return;
  }
  try {
    offerUpdates(await navigator.serviceWorker.register(SERVICE_WORKER_PATH, { scope: '/', updateViaCache: 'none' }));
  } catch (error) {
    console.warn(pwaMessages.noWorker, error);
  }
}

/** A new version waits for the reader’s confirmation, so no page changes during use. */
function offerUpdates(registration: ServiceWorkerRegistration): void {
  if (registration.waiting) offer(registration.waiting);
  registration.addEventListener('updatefound', () => {
    const worker = registration.installing;
    worker?.addEventListener('statechange', () => {
      // A browser’s first worker, and one that activates by itself, need no confirmation.
      if (worker.state === 'installed')
        setTimeout(() => registration.waiting === worker && offer(worker), TAKE_OVER_MS);
    });
  });
}

/** Once a session: a user who closes the notice gets the new version at the next visit. */
function offer(worker: ServiceWorker): void {
  if (offered.read()) return;
  offered.keep('1');
  toast.message(pwaMessages.newVersion, {
    label: pwaMessages.update,
    onClick: () => {
      offered.drop();
      // Another tab may have confirmed before.
      if (worker.state !== 'installed') return location.reload();
      worker.addEventListener('statechange', () => worker.state === 'activated' && location.reload());
      worker.postMessage({ type: 'skip-waiting' });
    },
  });
}

/** Logout: deletes what the session fetched. */
export function clearWorkerCaches(): void {
  navigator.serviceWorker?.controller?.postMessage({ type: 'clear' });
}
