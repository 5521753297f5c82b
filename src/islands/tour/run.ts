import { driver } from 'driver.js';
import 'driver.js/dist/driver.css';
import './tour.css';
import { tourFigures } from '#lib/constants.ts';
import { tourLabels, tours } from '#lib/messages/tour.ts';
import { markDone } from '#lib/stores/tour.ts';
import { confirmClose } from './confirm-close.ts';

/** Shows the tour of a route with the figures of §9, and marks it done once it closes (TOUR-03…07). */
export function runTour(route: string, userId: number): void {
  const steps = (tours[route] ?? []).flatMap(({ target, title, text }) => {
    const element = [...document.querySelectorAll<HTMLElement>(`[data-tour="${target}"]`)].find((each) => each.offsetParent !== null);
    return element ? [{ element, popover: { title, description: text } }] : [];
  });
  if (steps.length === 0) return;
  const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches;
  const tour = driver({
    steps,
    animate: !isCalm,
    duration: tourFigures.animationMs,
    smoothScroll: !isCalm,
    overlayOpacity: tourFigures.overlayOpacity,
    stagePadding: tourFigures.stagePadding,
    stageRadius: tourFigures.stageRadius,
    popoverOffset: tourFigures.popoverOffset,
    showProgress: true,
    progressText: tourLabels.progress,
    nextBtnText: tourLabels.next,
    prevBtnText: tourLabels.previous,
    doneBtnText: tourLabels.done,
    popoverClass: 'portal-tour',
    onPopoverRender: ({ closeButton }) => closeButton.setAttribute('aria-label', tourLabels.close),
    onDestroyStarted: () => {
      const end = () => {
        tour.destroy();
        void markDone(route, userId);
      };
      if (!tour.hasNextStep()) end();
      else void confirmClose().then((isSure) => isSure && end());
    },
  });
  tour.drive();
}
