import type { CDPSession, Page } from '@playwright/test';

/** Waits until the service worker controls this page, as it does from the second page on. */
export async function untilWorkerRules(page: Page): Promise<void> {
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.reload();
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
}

/** The browser's id of the service worker, for sending it messages. The browser reports it once, on request. */
export const registrationOf = (cdp: CDPSession) =>
  new Promise<string>((found) => {
    cdp.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      if (registrations[0]) found(registrations[0].registrationId);
    });
    void cdp.send('ServiceWorker.enable');
  });
