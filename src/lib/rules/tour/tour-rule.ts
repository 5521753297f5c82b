/** How long a page waits before its tour (CONST-03). */
export const TOUR_DELAY_MS = 1000;
/** How a tour looks (TOUR-07). */
export const tourFigures = {
  overlayOpacity: 0.7,
  stagePadding: 10,
  stageRadius: 5,
  popoverOffset: 10,
  animationMs: 400,
} as const;

/** What this browser remembers about the tour of one route. */
export interface TourMemory {
  /** It was shown in this tab. */
  wasShown: boolean;
  /** It was closed, but the server has not stored that. */
  isUnsaved: boolean;
}

/** Shows the tour, reports a seen tour to the server, or does neither (TOUR-02, TOUR-03). */
export function tourStep({ wasShown, isUnsaved }: TourMemory, isRequested: boolean): 'show' | 'save' | 'nothing' {
  if (isRequested) return 'show';
  if (isUnsaved) return 'save';
  return wasShown ? 'nothing' : 'show';
}
