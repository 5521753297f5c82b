import type { Page } from '@playwright/test';

/**
 * Stops the page's clock: it moves by `page.clock.runFor` and `fastForward` alone. An installed clock that goes on runs a
 * race with the test. Call it before the page is opened.
 */
export async function pauseClock(page: Page): Promise<void> {
  const now = Date.now();
  // It is only ever moved forward, and goes on between the two steps.
  await page.clock.install({ time: now - 60_000 });
  await page.clock.pauseAt(now);
}
