/**
 * Loads an address in place of the page, even the page’s own: for an anchor of the current address a browser would only
 * scroll, and a reload would send a form again.
 */
export function openAnew(href: string): void {
  history.replaceState(null, '', '?');
  location.replace(href);
}
