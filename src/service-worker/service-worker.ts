import { cleanupOutdatedCaches, type PrecacheEntry, precacheAndRoute } from 'workbox-precaching';
import { registerRoute } from 'workbox-routing';
import { clearUnread } from './app-badge.ts';
import { asset, clearCaches, fresh, keepOfflinePage, page, sound } from './cache.ts';
import { kindOf } from './decide.ts';
import { closeAllNotices, closeNotice, messageIn, openNotice, showNotice } from './push.ts';
import { endSubscription, renewSubscription, type SubscriptionChange } from './subscription.ts';

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: PrecacheEntry[] };

const { origin } = self.location;

/** Calls that the worker never answers, by static routing rules. Some browsers do not know these rules. */
const PAST_THE_WORKER = [
  { condition: { urlPattern: { pathname: '/api/*' }, requestMethod: 'POST' }, source: 'network' },
];
type RoutedInstall = ExtendableEvent & { addRoutes?(rules: typeof PAST_THE_WORKER): Promise<void> };

cleanupOutdatedCaches();
precacheAndRoute(self.__WB_MANIFEST);
registerRoute(
  ({ request }) => kindOf(request, origin) === 'asset',
  ({ request }) => asset(request),
);
registerRoute(
  ({ request }) => kindOf(request, origin) === 'page',
  ({ request, event }) =>
    page(request, {
      preloadResponse: (event as FetchEvent).preloadResponse,
      waitUntil: (work) => event.waitUntil(work),
    }),
);
registerRoute(
  ({ request }) => kindOf(request, origin) === 'sound',
  ({ request }) => sound(request),
);
registerRoute(
  ({ request }) => kindOf(request, origin) === 'fresh',
  ({ request }) => fresh(request),
);

self.addEventListener('install', (event) => {
  event.waitUntil(keepOfflinePage());
  // A page sends these calls while it closes. Handled by the worker, they would end with the page (PED-02).
  const { addRoutes } = event as RoutedInstall;
  if (addRoutes) event.waitUntil(addRoutes.call(event, PAST_THE_WORKER).catch(() => undefined));
});
self.addEventListener('activate', (event) => event.waitUntil(self.registration.navigationPreload?.enable()));
self.addEventListener('message', (event) => {
  if (event.data?.type === 'clear') {
    event.waitUntil(Promise.allSettled([clearCaches(), closeAllNotices(), clearUnread(), endSubscription()]));
  }
  // A new version waits for the user’s confirmation, so no page changes during use.
  if (event.data?.type === 'skip-waiting') event.waitUntil(self.skipWaiting());
});
self.addEventListener('push', (event) => event.waitUntil(showNotice(messageIn(event))));
self.addEventListener('notificationclick', (event) => event.waitUntil(openNotice(event.notification, event.action)));
self.addEventListener('notificationclose', (event) => event.waitUntil(closeNotice(event.notification)));
self.addEventListener('pushsubscriptionchange', (event) =>
  (event as ExtendableEvent).waitUntil(renewSubscription(event as SubscriptionChange)),
);
