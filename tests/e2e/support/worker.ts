import type { Page } from '@playwright/test';

/** Waits until the service worker rules this page, as it does from the second page on. */
export async function untilWorkerRules(page: Page): Promise<void> {
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.reload();
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
}
