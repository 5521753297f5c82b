/** After a navigation inside the portal, a screen reader starts at the new heading instead of the navigation. */
export function focusHeading(): void {
  const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  const cameFromHere = document.referrer.startsWith(`${location.origin}/`);
  if (entry?.type !== 'navigate' || !cameFromHere || location.hash || document.activeElement !== document.body) return;
  const heading = document.querySelector('h1');
  heading?.setAttribute('tabindex', '-1');
  heading?.focus({ preventScroll: true });
}
