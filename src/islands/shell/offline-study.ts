import { isUnitCache, isUnitCacheOf, waitingKey } from '#lib/unit-cache.ts';

/**
 * On every page of somebody who is logged in: answers that were given without a connection are sent, and units that
 * another user of this device kept are deleted (S14).
 */
export async function tendOfflineStudy(userId: string): Promise<void> {
  if (localStorage.getItem(waitingKey(userId)) !== null) {
    const { deliverWhenOnline } = await import('#lib/stores/practice.ts');
    deliverWhenOnline();
  }
  if (!('caches' in window)) return;
  const others = (await caches.keys()).filter((name) => isUnitCache(name) && !isUnitCacheOf(name, userId));
  await Promise.all(others.map((name) => caches.delete(name)));
}
