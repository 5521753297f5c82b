import { isChunkFailure, mayReload } from '#lib/chunk-reload.ts';
import { SERVICE_WORKER_PATH } from '#lib/constants.ts';
import { flashMessages } from '#lib/messages/flash.ts';
import { watchInstall } from '#lib/stores/install.ts';
import { toast, useToaster } from '#lib/stores/toast.ts';
import { scheduleTour } from '../tour/schedule.ts';

/** What every page of the shell runs: small, without React, and silent where a browser lacks something. */
const { flash, sentry, sentryEnvironment, tour, userId } = document.body.dataset;

useToaster(() => import('../ui/toaster-mount.ts').then(({ mountToaster }) => mountToaster()));

const message = flash ? flashMessages[flash] : undefined;
if (message) toast[message.kind](message.text);

function reloadOnce(): void {
  if (mayReload(sessionStorage, location.href, Date.now())) location.reload();
}
addEventListener('vite:preloadError', reloadOnce);
addEventListener('unhandledrejection', ({ reason }) => {
  if (isChunkFailure(String(reason?.message ?? reason))) reloadOnce();
});

const whenIdle = (work: () => void) => ('requestIdleCallback' in window ? requestIdleCallback(work) : setTimeout(work, 1));

if (sentry) {
  whenIdle(() => {
    void import('#lib/report/start-reports.ts').then(({ startReports }) => startReports(sentry, sentryEnvironment ?? ''));
  });
}

watchInstall();

if (tour && userId) scheduleTour(tour, Number(userId));

if ('serviceWorker' in navigator && 'PushManager' in window) {
  if (!('Notification' in window)) console.warn('Este navegador não mostra notificações.');
  whenIdle(() => {
    navigator.serviceWorker
      .register(SERVICE_WORKER_PATH, { scope: '/', updateViaCache: 'none' })
      .then(offerUpdates, (error: unknown) => console.warn('O modo offline não pôde ser ligado.', error));
  });
} else {
  console.warn('Este navegador não recebe notificações.');
}

/** A new version waits until the reader agrees: no page changes under his hands. */
function offerUpdates(registration: ServiceWorkerRegistration): void {
  registration.addEventListener('updatefound', () => {
    const worker = registration.installing;
    worker?.addEventListener('statechange', () => {
      if (worker.state === 'installed' && navigator.serviceWorker.controller) {
        toast.message('Há uma versão nova do portal. Ela abre na próxima visita.');
      }
    });
  });
}

for (const form of document.querySelectorAll<HTMLFormElement>('form[data-logout]')) {
  form.addEventListener('submit', () => navigator.serviceWorker?.controller?.postMessage({ type: 'clear' }));
}
