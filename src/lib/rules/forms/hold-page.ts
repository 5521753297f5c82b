/** How many holders block leaving the page. */
let held = 0;

/** Asks before the page is left while a reader could lose something. @returns releases the page */
export function holdPage(): () => void {
  const ask = (event: Event) => event.preventDefault();
  addEventListener('beforeunload', ask);
  held += 1;
  return () => {
    removeEventListener('beforeunload', ask);
    held -= 1;
  };
}

/** Whether leaving the page would lose something. */
export const isPageHeld = (): boolean => held > 0;
