import type { BrowserContext } from '@playwright/test';

/**
 * Looks after each sent form of a phone whether its refusal stands inside the window: the page complains of one that does
 * not, nor a marked field, and `quiet` fails the story. It looks in the step in which the refusal appears, before the story goes on.
 */
export const watchRefusals = (context: BrowserContext) => context.addInitScript(watch);

function watch(): void {
  const WIDEST = 400;
  const SENT = 'test_form_sent';
  if (innerWidth > WIDEST || !location.protocol.startsWith('http') || top !== self) return;
  let isSent = false;
  const isOutside = (element: Element) => {
    const { top: above, bottom, height } = element.getBoundingClientRect();
    return height > 0 && (above < 0 || bottom > innerHeight);
  };
  const look = () => {
    const refusals = [...document.querySelectorAll('main [role=alert], dialog[open] [role=alert]')].flatMap((each) =>
      getComputedStyle(each).display === 'contents' ? [...each.children] : [each],
    );
    const shown = refusals.filter((each) => each.getBoundingClientRect().height > 0);
    // A marked field shows its own error.
    const marked = [...document.querySelectorAll('main [aria-invalid=true], dialog[open] [aria-invalid=true]')];
    if (shown.length > 0 && [...shown, ...marked].every(isOutside)) {
      const words = shown[0]?.textContent?.trim().replace(/\s+/g, ' ').slice(0, 80);
      console.error(`The refusal of a form is out of sight: ${words}`);
    }
    return shown.length > 0;
  };
  addEventListener(
    'submit',
    (event) => {
      isSent = true;
      // The page that answers the form checks its own refusal.
      queueMicrotask(() => !event.defaultPrevented && sessionStorage.setItem(SENT, 'yes'));
    },
    true,
  );
  addEventListener('DOMContentLoaded', () => {
    const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
    // The browser scrolls to the part of the page that an address names, a moment later and gently.
    document.getElementById(location.hash.slice(1))?.scrollIntoView({ behavior: 'instant' });
    // A redirect is no refusal.
    if (sessionStorage.getItem(SENT) && entry?.redirectCount === 0) look();
    sessionStorage.removeItem(SENT);
    new MutationObserver((changes) => {
      const isNew = changes.some(({ target, addedNodes }) =>
        [target, ...addedNodes].some((node) => node instanceof Element && node.closest('[role=alert]')?.textContent),
      );
      if (isSent && isNew && look()) isSent = false;
    }).observe(document.body, { childList: true, subtree: true });
  });
}
