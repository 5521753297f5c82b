import { TOUR_DELAY_MS } from '#lib/constants.ts';

const SHOWN = 'portal_tour_shown';

/**
 * Starts the tour of a route one second after the navigation, once in a session, never over an open dialog (TOUR-01,
 * TOUR-10). `?tour=1` starts it again, from the profile.
 */
export function scheduleTour(route: string, userId: number): void {
  const shown = new Set((sessionStorage.getItem(SHOWN) ?? '').split(',').filter(Boolean));
  const isAskedFor = new URLSearchParams(location.search).has('tour');
  if (shown.has(route) && !isAskedFor) return;
  setTimeout(() => {
    if (document.querySelector('dialog[open], :popover-open')) return;
    sessionStorage.setItem(SHOWN, [...shown, route].join(','));
    void import('./run.ts').then(({ runTour }) => runTour(route, userId));
  }, TOUR_DELAY_MS);
}
