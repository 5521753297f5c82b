import { routes } from '#lib/routes.ts';
import { dropPage, keepPage } from '#lib/stores/stored-pages.ts';

const NAME = 'ingressos';

/** The user needs the tickets at a door, maybe without a network: the page stays on this device. */
export async function keepTickets(): Promise<void> {
  const note = document.querySelector<HTMLElement>('[data-keep-tickets]');
  // Without a connection this is the kept page: there is nothing to do, and nothing new to say.
  if (!note) return;
  if (note.dataset.keepTickets === '0') {
    await dropPage(NAME);
    return;
  }
  if (await keepPage(NAME, { titulo: 'Meus ingressos', path: routes.travel.tickets() })) note.hidden = false;
}

/** Keeps the screen on while the page is in view. A browser without this power, or a phone that saves its own, goes on. */
export function keepAwake(): void {
  const hold = () => {
    if (document.visibilityState === 'visible') void navigator.wakeLock?.request('screen').catch(() => undefined);
  };
  hold();
  // The browser lets go whenever the page leaves the screen.
  document.addEventListener('visibilitychange', hold);
}
