/** If the address was a download, the page stays open: after this time it counts as open again. */
const LEAVING_MS = 10_000;
let leftAt = Number.NEGATIVE_INFINITY;

/**
 * Records when the user leaves the page, also by a form: iPhones report nothing else. Going back restores the page as it
 * was.
 */
export function watchPageEnd(): void {
  const leave = () => {
    leftAt = performance.now();
  };
  addEventListener('beforeunload', leave);
  addEventListener('submit', (event) => {
    if (!event.defaultPrevented) leave();
  });
  addEventListener('pageshow', () => {
    leftAt = Number.NEGATIVE_INFINITY;
  });
}

/** Whether the user is leaving the page, so that it must not navigate or ask anything. */
export const isPageLeft = (): boolean => performance.now() - leftAt < LEAVING_MS;
