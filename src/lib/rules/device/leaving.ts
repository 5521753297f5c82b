/** A page can stay after the user leaves it, if the address was a download: after this time it counts as there again. */
const LEAVING_MS = 10_000;
let leftAt = Number.NEGATIVE_INFINITY;

/** Notes when the user leaves the page, by a form too: iPhones say no more of it. The way back brings the page as it was. */
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

/** Whether the user is leaving the page: what it would do now would lead elsewhere, or keep the user here. */
export const isPageLeft = (): boolean => performance.now() - leftAt < LEAVING_MS;
