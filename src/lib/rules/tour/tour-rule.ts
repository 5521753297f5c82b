/** What is remembered about the tour of one route by this browser. */
export interface TourMemory {
  /** It was shown since this tab was opened. */
  wasShown: boolean;
  /** It was closed, and the server could not be told. */
  isUnsaved: boolean;
}

/** Shows the tour, tells the server of one that was seen, or leaves both (TOUR-02, TOUR-03). */
export function tourStep({ wasShown, isUnsaved }: TourMemory, isAskedFor: boolean): 'show' | 'save' | 'nothing' {
  if (isAskedFor) return 'show';
  if (isUnsaved) return 'save';
  return wasShown ? 'nothing' : 'show';
}
