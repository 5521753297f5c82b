/**
 * Opens an address in the place of the page, also that of the page itself: to an anchor of the address that it shows a
 * browser would only scroll, and a reload would send a form again.
 */
export function openAnew(href: string): void {
  history.replaceState(null, '', '?');
  location.replace(href);
}
