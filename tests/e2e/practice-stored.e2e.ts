import type { Page } from '@playwright/test';
import { logIn } from './support/log-in.ts';
import { expect, freshTest as test, untilHydrated } from './support/portal-test.ts';
import { untilWorkerRules } from './support/worker.ts';

const address = (rest: string) => `/pedagogico/minha-pratica/1?unidade=5${rest}`;
const practiceSession = (kind: string) => `/pedagogico/minha-pratica/1/sessao?unidade=5&tipo=${kind}`;

test.use({ contextOptions: { reducedMotion: 'reduce' } });
test.beforeEach(async ({ page }) => {
  await logIn(page, 'aluna@demo.example');
});

const timeOf = (page: Page) =>
  page
    .locator('audio')
    .first()
    .evaluate((audio: HTMLAudioElement) => audio.currentTime);

test('C13 the place in a track survives leaving by a link, past the service worker', async ({ page }) => {
  await page.goto(address(''));
  await untilWorkerRules(page);
  await untilHydrated(page);
  await page.getByRole('button', { name: 'Tocar' }).click();
  await expect.poll(() => timeOf(page)).toBeGreaterThan(1);
  await page.getByRole('link', { name: 'Início', exact: true }).first().click();
  await expect(page).toHaveURL('/dashboard');
  await page.goto(address(''));
  await expect
    .poll(async () => {
      await page.reload();
      await untilHydrated(page);
      return timeOf(page);
    })
    .toBeGreaterThan(1);
});

test.describe('a browser without storage', () => {
  test.use({ tolerated: [/ERR_(INTERNET_DISCONNECTED|FAILED)/] });
  test.beforeEach(({ page }) =>
    page.addInitScript(() => {
      Storage.prototype.setItem = () => {
        throw new DOMException('full', 'QuotaExceededError');
      };
    }),
  );

  test('C13 an answer is still sent, and without network a message is shown', { tag: '@deep' }, async ({
    page,
    context,
  }) => {
    await page.goto(practiceSession('palavras'));
    await untilHydrated(page);
    await page.getByRole('button', { name: 'Mostrar resposta' }).click();
    const sent = page.waitForResponse((answer) => answer.url().endsWith('/do/practice.saveReviews/'), {
      timeout: 10_000,
    });
    await page.getByRole('button', { name: /Difícil/ }).click();
    expect((await sent).status()).toBe(200);

    await context.setOffline(true);
    await page.getByRole('button', { name: 'Mostrar resposta' }).click();
    await page.getByRole('button', { name: /Bom/ }).click();
    await expect(page.getByText(/este navegador não guarda respostas/)).toBeVisible();
    const later = page.waitForResponse((answer) => answer.url().endsWith('/do/practice.saveReviews/'), {
      timeout: 10_000,
    });
    await context.setOffline(false);
    expect((await later).status()).toBe(200);
    await expect(page.getByText(/este navegador não guarda respostas/)).toBeHidden();
  });

  test('C13 a test says that its answers are lost with the page, and can be submitted', { tag: '@deep' }, async ({
    page,
  }) => {
    await page.goto(practiceSession('teste'));
    await untilHydrated(page);
    await page.getByLabel('Sua resposta').fill('should');
    await expect(page.getByText(/não guarda suas respostas/)).toBeVisible();
  });
});
