/** Asks before the page is left, while something of its reader would be lost. @returns lets it go */
export function holdPage(): () => void {
  const ask = (event: Event) => event.preventDefault();
  addEventListener('beforeunload', ask);
  return () => removeEventListener('beforeunload', ask);
}
