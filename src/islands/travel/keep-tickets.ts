import { routes } from '#lib/routes.ts';
import { dropPage, keepPage } from '#lib/stores/kept-pages.ts';

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
