import { textBox } from '#lib/rules/device/device-box.ts';
import {
  GUEST_PRACTICE,
  isPersonalCache,
  isPersonalCacheOf,
  isUnitCache,
  scansKey,
  waitingKey,
} from '#lib/rules/device/unit-cache.ts';

/**
 * Runs on every page of a logged-in user. It sends the answers and ticket scans made offline, and deletes the data that
 * another user of this device stored (S14).
 */
export async function tendOfflineStudy(userId: string): Promise<void> {
  if (textBox('local', GUEST_PRACTICE).read() !== null) {
    const { adoptTried } = await import('#lib/stores/practice-guest.ts');
    adoptTried(userId, document.body.dataset.emptyBook);
  }
  if (textBox('local', waitingKey(userId)).read() !== null) {
    const { deliverWhenOnline } = await import('#lib/stores/practice.ts');
    deliverWhenOnline();
  }
  if (textBox('local', scansKey(userId)).read() !== null) {
    const { deliverScansWhenOnline } = await import('#lib/stores/travel.ts');
    deliverScansWhenOnline();
  }
  if (!('caches' in window)) return;
  const stored = (await caches.keys()).filter(isPersonalCache);
  const others = stored.filter((name) => !isPersonalCacheOf(name, userId));
  // The card of a stored unit shows that before a touch.
  if (stored.some((name) => isUnitCache(name) && !others.includes(name)))
    document.getElementById('sem-internet')?.dispatchEvent(new Event('pointerover'));
  await Promise.all(others.map((name) => caches.delete(name)));
}
