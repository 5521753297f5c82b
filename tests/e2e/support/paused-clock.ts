import type { Page } from '@playwright/test';

/**
 * Stops the page's clock: only `page.clock.runFor` and `fastForward` move it. An installed clock that runs would race
 * with the test. Call it before the page opens.
 */
export async function pauseClock(page: Page): Promise<void> {
  const now = Date.now();
  // The clock only moves forward, and runs between the two steps.
  await page.clock.install({ time: now - 60_000 });
  await page.clock.pauseAt(now);
}
