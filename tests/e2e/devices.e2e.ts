import type { Page } from '@playwright/test';
import { logIn } from './support/log-in.ts';
import {
  expect,
  expectNoAxeFindings,
  keepInstallQuiet,
  freshTest as test,
  untilHydrated,
  untilLoaded,
} from './support/portal-test.ts';
import { AUTH, deviceCalls, withService } from './support/push.ts';
import { registrationOf } from './support/worker.ts';

const card = (page: Page) => page.getByRole('region', { name: 'Notificações' });
const stored = (page: Page) => page.evaluate(() => localStorage.getItem('push_subscription_auth'));

// A device that the school does not know is looked up with a 404.
test.use({ tolerated: [/status of 404/] });

test('a device with permission is stored silently, once, after the installed flag, and removed at logout (PUSH-01, PUSH-02, PUSH-04…06, PUSH-12, OPEN-09)', async ({
  page,
  context,
}) => {
  const calls = deviceCalls(page);
  await withService(page);
  await keepInstallQuiet(page);
  await context.grantPermissions(['notifications']);
  await logIn(page, 'aluna@demo.example');
  const sent = page.waitForResponse((answer) => answer.url().endsWith('/push-notifications/subscribe/'));
  await page.goto('/dashboard');
  expect((await sent).request().postDataJSON()).toMatchObject({ auth: AUTH, is_pwa: false });
  await expect.poll(() => stored(page)).toBe(AUTH);
  expect(calls.slice(0, 3)).toEqual([
    'PUT users/pwa/',
    `GET push-notifications/${AUTH}/`,
    'POST push-notifications/subscribe/',
  ]);
  await expect(card(page)).toBeHidden();
  const devices = await page.request.get('/api/v1/push-notifications/');
  expect(await devices.json()).toMatchObject([{ auth: AUTH }]);
  await page.getByRole('button', { name: /conta/i }).first().click();
  await page.getByRole('button', { name: 'Sair' }).first().click();
  await page.waitForURL(/\/login\/main/);
  await logIn(page, 'aluna@demo.example');
  expect(await (await page.request.get('/api/v1/push-notifications/')).json()).toEqual([]);
});

test('the browser asks for permission only after the card is pressed; “Agora não” hides the card (PUSH-03)', {
  tag: '@deep',
}, async ({ page }) => {
  await withService(page);
  await page.addInitScript(() => {
    Object.defineProperty(Notification, 'permission', { get: () => 'default' });
    Notification.requestPermission = async () => {
      document.documentElement.setAttribute('data-asked', '');
      return 'denied';
    };
  });
  await logIn(page, 'aluna@demo.example');
  await page.goto('/dashboard');
  await expect(card(page).getByRole('heading', { name: 'Quer ser avisado por aqui?' })).toBeVisible();
  await expectNoAxeFindings(page);
  await expect(page.locator('html[data-asked]')).toHaveCount(0);
  await card(page).getByRole('button', { name: 'Ativar notificações' }).click();
  await expect(card(page).getByRole('heading', { name: 'As notificações estão bloqueadas' })).toBeVisible();
  await expectNoAxeFindings(page);
  await card(page).getByRole('button', { name: 'Entendi' }).click();
  await page.reload();
  await untilLoaded(page);
  await untilHydrated(page);
  await expect(card(page)).toBeHidden();
});

test('a device with refused permission is deleted by its auth value (PUSH-07, PUSH-12)', { tag: '@deep' }, async ({
  page,
}) => {
  await page.addInitScript((auth) => {
    Object.defineProperty(Notification, 'permission', { get: () => 'denied' });
    if (!sessionStorage.getItem('seeded')) localStorage.setItem('push_subscription_auth', auth);
    sessionStorage.setItem('seeded', '1');
  }, AUTH);
  await logIn(page, 'aluna@demo.example');
  const me = await (await page.request.get('/api/v1/users/me/')).json();
  const told = await page.request.post('/api/v1/push-notifications/subscribe/', {
    headers: { 'sec-fetch-site': 'same-origin' },
    data: {
      user_id: me.id,
      endpoint: 'https://fcm.googleapis.com/fcm/send/old',
      p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
      auth: AUTH,
      is_pwa: false,
      device_type: 'desktop',
    },
  });
  expect(told.ok()).toBe(true);
  const calls = deviceCalls(page);
  await page.goto('/dashboard');
  await expect.poll(() => stored(page)).toBeNull();
  expect(calls).toEqual(['PUT users/pwa/', `DELETE push-notifications/unsubscribe/${AUTH}/`]);
  await expect.poll(async () => (await page.request.get('/api/v1/push-notifications/')).json()).toEqual([]);
});

test('a message shows a notification, and reports it to the server (PUSH-15)', async ({ page, context }) => {
  await context.grantPermissions(['notifications']);
  await withService(page);
  await logIn(page, 'aluna@demo.example');
  await page.goto('/dashboard');
  await page.evaluate(() => navigator.serviceWorker.ready);
  const told = context.waitForEvent('request', (request) => request.url().endsWith('/do/devices.reportEvent/'));
  const cdp = await context.newCDPSession(page);
  const registrationId = await registrationOf(cdp);
  await cdp.send('ServiceWorker.deliverPushMessage', {
    origin: new URL(page.url()).origin,
    registrationId,
    data: JSON.stringify({
      web_push: 8030,
      notification: {
        title: 'Nota nova',
        body: 'Listening: 9,0',
        data: { path: '/financial', delivery_token: 'token-of-the-test-1' },
      },
    }),
  });
  // Chromium drops a notification that is listed before it is shown: the report to the server comes later.
  expect((await told).postDataJSON()).toEqual({ delivery_token: 'token-of-the-test-1', event: 'shown' });
  const shown = await page.evaluate(async () =>
    (await (await navigator.serviceWorker.ready).getNotifications()).map(({ title, body }) => `${title}: ${body}`),
  );
  expect(shown).toEqual(['Nota nova: Listening: 9,0']);
});
