/**
 * Opens an address in the place of the page, also that of the page itself: with its anchor the browser would only scroll
 * there, and a reload would send a form again.
 */
export function openAnew(href: string): void {
  const to = new URL(href, location.href);
  if (to.pathname + to.search === location.pathname + location.search) to.hash = '';
  location.replace(to);
}
