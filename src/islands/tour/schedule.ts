import { TOUR_DELAY_MS, tourStep } from '#lib/rules/tour/tour-rule.ts';
import { markDone, noteShown, tourMemory } from '#lib/stores/tour.ts';

/**
 * Starts the tour of this page one second after the navigation, once in a session, never over an open dialog (TOUR-01,
 * TOUR-10). The layout names a tour only for a user who has not seen it or asks for it with `?tour=1`.
 */
export function scheduleTour(): void {
  const { tour, userId } = document.body.dataset;
  if (tour && userId) schedule(tour, Number(userId));
}

function schedule(route: string, userId: number): void {
  const isRequested = new URLSearchParams(location.search).has('tour');
  const step = tourStep(tourMemory(route, userId), isRequested);
  if (step === 'save') void markDone(route, userId);
  if (step !== 'show') return;
  if (isRequested) forgetRequest();
  setTimeout(() => {
    if (document.querySelector('dialog[open], :popover-open')) return;
    void import('./run.ts').then(({ runTour }) => {
      if (runTour(route, () => void markDone(route, userId))) noteShown(route, userId);
    });
  }, TOUR_DELAY_MS);
}

/** A reload does not start the tour again. */
function forgetRequest(): void {
  const url = new URL(location.href);
  url.searchParams.delete('tour');
  history.replaceState(history.state, '', url);
}
