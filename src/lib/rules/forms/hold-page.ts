/** How many things hold the page now. */
let held = 0;

/** Asks before the page is left, while something of its reader would be lost. @returns lets it go */
export function holdPage(): () => void {
  const ask = (event: Event) => event.preventDefault();
  addEventListener('beforeunload', ask);
  held += 1;
  return () => {
    removeEventListener('beforeunload', ask);
    held -= 1;
  };
}

/** Whether something would be lost with the page. */
export const isPageHeld = (): boolean => held > 0;
