import { expect, test } from '@playwright/test';
import { type PortalProcess, startPortal } from '../../scripts/portal-process.ts';
import { firefox } from '../../scripts/test-tools.ts';
import { type FirefoxPushService, startFirefoxPushService } from '../support/firefox-push-service.ts';
import { type Firefox, openFirefox } from './support/firefox.ts';

test.skip(() => firefox() === null, 'no Firefox here');

/** Calls the API as a page of the portal does. */
const call = (browser: Firefox, method: string, path: string) =>
  browser.evaluate(
    async (how, where) =>
      (
        await fetch(`/api/v1/${where}`, {
          method: how,
          ...(how === 'POST' && { headers: { 'content-type': 'application/json' }, body: '{}' }),
        })
      ).json() as Promise<unknown>,
    method,
    path,
  );

test.describe('the lifecycle of a subscription in Firefox, without mocks in between', () => {
  let service: FirefoxPushService;
  let portal: PortalProcess;
  let browser: Firefox;
  test.beforeAll(async () => {
    service = await startFirefoxPushService();
    portal = await startPortal({ PUSH_HOSTS: service.origin });
    browser = await openFirefox(service.browserUrl);
  });
  test.afterAll(async () => {
    await browser?.close();
    await portal?.stop();
    await service?.close();
  });

  test('subscribe, encrypted message, shown by the worker, click opens the link, unsubscribe, 410, row gone (PUSH-04, PUSH-05, PUSH-09, PUSH-14, PUSH-15)', async () => {
    await browser.goto(`${portal.address}/login/main`);
    const status = await browser.evaluate(async () => {
      const form = new URLSearchParams({ username: 'aluna@demo.example', password: 'portal-demo' });
      return (await fetch('/api/v1/login/access-token/', { method: 'POST', body: form })).status;
    });
    expect(status).toBe(200);
    await browser.goto(`${portal.address}/dashboard`);
    const stored = () => browser.evaluate(() => localStorage.getItem('push_subscription_auth'));
    await expect.poll(stored, { timeout: 20_000 }).not.toBeNull();
    const auth = await stored();
    expect(await call(browser, 'GET', 'push-notifications/')).toMatchObject([{ auth, platform: 'linux' }]);

    expect(await call(browser, 'POST', 'do/devices.testPush/')).toMatchObject({ devices: 1, accepted: 1 });
    const shown = () =>
      browser.evaluate(async () =>
        (await (await navigator.serviceWorker.ready).getNotifications()).map(({ title }) => title),
      );
    await expect.poll(shown, { timeout: 20_000 }).toEqual(['Notificação de teste']);

    await browser.goto(`${portal.address}/financial`);
    await expect.poll(() => browser.clickAlert(), { timeout: 20_000 }).toBe(true);
    await expect.poll(() => browser.paths(), { timeout: 20_000 }).toContain('/dashboard');
    // Pages with a login would store the device again: this one does not while the test removes it.
    await browser.goto(`${portal.address}/offline`);
    expect(await shown()).toEqual([]);

    const leave = () =>
      browser.evaluate(async () => {
        const subscription = await (await navigator.serviceWorker.ready).pushManager.getSubscription();
        return subscription?.unsubscribe();
      });
    await expect.poll(leave).toBe(true);
    expect(await call(browser, 'POST', 'do/devices.testPush/')).toMatchObject({ accepted: 0, expired: 1 });
    expect(service.answered).toEqual([201, 410]);
    expect(await call(browser, 'GET', 'push-notifications/')).toEqual([]);
  });
});
