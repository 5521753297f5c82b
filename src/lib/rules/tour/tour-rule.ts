/** What this browser remembers about the tour of one route. */
export interface TourMemory {
  /** It was shown in this tab. */
  wasShown: boolean;
  /** It was closed, but the server did not get the news. */
  isUnsaved: boolean;
}

/** Shows the tour, reports a seen tour to the server, or does neither (TOUR-02, TOUR-03). */
export function tourStep({ wasShown, isUnsaved }: TourMemory, isAskedFor: boolean): 'show' | 'save' | 'nothing' {
  if (isAskedFor) return 'show';
  if (isUnsaved) return 'save';
  return wasShown ? 'nothing' : 'show';
}
