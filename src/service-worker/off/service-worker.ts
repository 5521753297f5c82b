declare const self: ServiceWorkerGlobalScope;

/**
 * The way back, should a worker in the field ever do harm: takes its place, empties its caches and leaves. No page is
 * loaded afresh, as a page that registers the worker again would go in circles.
 */
async function leave(): Promise<void> {
  await Promise.all((await caches.keys()).map((name) => caches.delete(name)));
  await self.registration.unregister();
}

self.addEventListener('install', (event) => event.waitUntil(self.skipWaiting()));
self.addEventListener('activate', (event) => event.waitUntil(leave()));

export {};
