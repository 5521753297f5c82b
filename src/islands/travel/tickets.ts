import { routes } from '#lib/routes.ts';
import { dropPage, keepPage } from '#lib/stores/stored-pages.ts';

const NAME = 'ingressos';

/** Stores the page on this device, because tickets are needed at a door, maybe without a network. */
export async function keepTickets(): Promise<void> {
  const note = document.querySelector<HTMLElement>('[data-keep-tickets]');
  // Offline this is the stored page, so there is nothing to do.
  if (!note) return;
  if (note.dataset.keepTickets === '0') {
    await dropPage(NAME);
    return;
  }
  if (await keepPage(NAME, { titulo: 'Meus ingressos', path: routes.travel.tickets() })) note.hidden = false;
}

/** Keeps the screen on while the page is visible. Unsupported browsers and power saving are ignored. */
export function keepAwake(): void {
  const hold = () => {
    if (document.visibilityState === 'visible') void navigator.wakeLock?.request('screen').catch(() => undefined);
  };
  hold();
  // The browser releases the wake lock whenever the page is hidden.
  document.addEventListener('visibilitychange', hold);
}
