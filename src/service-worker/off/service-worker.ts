declare const self: ServiceWorkerGlobalScope;

/**
 * The way back when a worker does harm: this one takes its place, empties its caches and leaves. It reloads no page,
 * because a page that registers the worker again would go in circles.
 */
async function leave(): Promise<void> {
  await Promise.all((await caches.keys()).map((name) => caches.delete(name)));
  await self.registration.unregister();
}

self.addEventListener('install', (event) => event.waitUntil(self.skipWaiting()));
self.addEventListener('activate', (event) => event.waitUntil(leave()));

export {};
