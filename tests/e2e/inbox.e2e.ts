import type { Page } from '@playwright/test';
import { logIn } from './support/log-in.ts';
import { expect, expectNoAxeFindings, freshTest as test } from './support/portal-test.ts';
import { registrationOf } from './support/worker.ts';

const bell = (page: Page) => page.getByRole('link', { name: /^Avisos/ }).filter({ visible: true });
const rows = (page: Page) => page.getByRole('main').getByRole('listitem');

test('without a script: the bell shows the unread count, opening a notification marks it as read, and so does “all”', {
  tag: '@both',
}, async ({ browser, page, baseURL }) => {
  await logIn(page, 'aluna@demo.example');
  const context = await browser.newContext({
    baseURL,
    javaScriptEnabled: false,
    storageState: await page.context().storageState(),
  });
  const plain = await context.newPage();
  await plain.goto('/dashboard');
  await expect(bell(plain)).toHaveAccessibleName('Avisos, 3 não lidos');
  await bell(plain).click();
  await expect(plain.getByRole('heading', { level: 1, name: 'Avisos' })).toBeVisible();
  await expect(rows(plain).first()).toContainText('Não lido');
  await plain.getByRole('button', { name: /Parcela vence em 5 dias/ }).click();
  await expect(plain).toHaveURL(/\/financial\/pagar\?parcelas=106$/);
  await expect(bell(plain)).toHaveAccessibleName('Avisos, 2 não lidos');
  await plain.goto('/avisos?categoria=clube');
  await expect(rows(plain)).toHaveCount(1);
  await plain.getByRole('button', { name: 'Marcar todos como lidos' }).click();
  await expect(plain.getByText('Todos os avisos estão lidos.')).toBeVisible();
  await expect(bell(plain)).toHaveAccessibleName('Avisos');
  await expect(rows(plain).getByText('Não lido')).toHaveCount(0);
  await plain.goto('/avisos?categoria=pedido');
  await expect(plain.getByText('Nada em Material')).toBeVisible();
  await context.close();
});

test('preferences are saved, and a school switches a kind off and on', async ({ page, browser, baseURL }) => {
  await logIn(page, 'aluna@demo.example');
  await page.goto('/avisos/preferencias');
  await page.getByRole('checkbox', { name: /^Eventos/ }).uncheck();
  await page.getByLabel('Das', { exact: true }).fill('22:30');
  await page.getByRole('checkbox', { name: /^Faltas registradas/ }).check();
  await page.getByRole('button', { name: 'Salvar' }).click();
  await expect(page.getByText('Pronto: suas preferências estão salvas.')).toBeVisible();
  await expect(page.getByRole('checkbox', { name: /^Eventos/ })).not.toBeChecked();
  await expect(page.getByRole('checkbox', { name: /^Aulas/ })).toBeChecked();
  await expect(page.getByLabel('Das', { exact: true })).toHaveValue('22:30');
  await expect(page.getByRole('checkbox', { name: /^Faltas registradas/ })).toBeChecked();
  await expectNoAxeFindings(page);
  const context = await browser.newContext({ baseURL });
  const panel = await context.newPage();
  await logIn(panel, 'gestora@demo.example');
  await panel.goto('/manager-panel/push-notification/avisos');
  const row = panel.getByRole('row').filter({ hasText: 'Pontos vencendo' });
  const press = async (name: string) => {
    await row.getByRole('button', { name: /^Mais ações/ }).click();
    await panel.getByRole('button', { name, exact: true }).click();
  };
  await press('Desligar');
  await expect(row.getByText('Desligado')).toBeVisible();
  await press('Ligar');
  await expect(row.getByText('Ligado')).toBeVisible();
  // The school's quiet hours are saved, and not lost by a refused form.
  const open = panel.getByRole('button', { name: 'Horário de silêncio' });
  const hours = panel.getByRole('dialog', { name: 'Horário de silêncio' });
  const keep = async (de: string) => {
    await hours.getByLabel('Das').fill(de);
    await hours.getByRole('button', { name: 'Salvar horário' }).click();
    await expect(panel.getByText('Horário salvo')).toBeVisible();
    // On a telephone the notice lies over the buttons of the head.
    await panel.reload();
    await open.click();
    await expect(hours.getByLabel('Das')).toHaveValue(de);
  };
  await panel.reload();
  await open.click();
  await expect(hours.getByLabel('Das')).toHaveValue('21:00');
  await expect(hours.getByRole('checkbox', { name: /^Sem horário de silêncio/ })).not.toBeChecked();
  await keep('20:15');
  await expectNoAxeFindings(panel);
  await keep('21:00');
  await context.close();
});

/** Browsers of tests reach no push service: its subscription and the answer of the server are faked here. */
async function withService(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const subscription = {
      endpoint: 'https://fcm.googleapis.com/fcm/send/of-the-notices-test',
      options: { applicationServerKey: null },
      unsubscribe: async () => true,
      toJSON: () => ({
        endpoint: 'https://fcm.googleapis.com/fcm/send/of-the-notices-test',
        keys: {
          auth: 'YXV0aC1vZi10aGUtdGVzdA',
          p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
        },
      }),
    };
    PushManager.prototype.getSubscription = async () => null;
    PushManager.prototype.subscribe = async () => subscription as never;
  });
  const counts = { people: 1, devices: 1, without_push: 0, opted_out: 0, shown: 0, clicked: 0, failed: 0, expired: 0 };
  await page.route('**/api/v1/do/devices.testPush/', (route) =>
    route.fulfill({ json: { ...counts, accepted: 1, retrying: 0 } }),
  );
}

test('“Testar notificações” shows each step that works, and what to do about others', async ({ page, context }) => {
  await withService(page);
  await context.grantPermissions(['notifications']);
  await logIn(page, 'aluna@demo.example');
  await page.goto('/avisos/preferencias');
  await page.evaluate(() => navigator.serviceWorker.ready);
  const cdp = await context.newCDPSession(page);
  const registrationId = await registrationOf(cdp);
  const sent = page.waitForRequest('**/api/v1/do/devices.testPush/');
  await page.getByRole('button', { name: 'Testar agora' }).click();
  await sent;
  await cdp.send('ServiceWorker.deliverPushMessage', {
    origin: new URL(page.url()).origin,
    registrationId,
    data: JSON.stringify({ notification: { title: 'Notificação de teste', body: 'Deu certo', tag: 'teste' } }),
  });
  const steps = page.getByRole('region', { name: 'Testar notificações' }).getByRole('listitem');
  await expect(steps.nth(0)).toContainText('Certo. Este navegador permite');
  await expect(steps.nth(1)).toContainText('Certo. A escola conhece este aparelho');
  await expect(steps.nth(2)).toContainText('Certo. A notificação chegou');
  await expectNoAxeFindings(page);
  await page.reload();
  const device = page.getByRole('region', { name: 'Meus aparelhos' }).getByRole('listitem');
  await expect(device).toHaveCount(1);

  await page.addInitScript(() => Object.defineProperty(Notification, 'permission', { get: () => 'denied' }));
  await page.reload();
  await page.getByRole('button', { name: 'Testar agora' }).click();
  await expect(steps.nth(0)).toContainText('Atenção. As notificações estão bloqueadas');
  await expect(steps.nth(1)).toContainText('Depende do passo anterior');
});
