import { expect, type Page, test } from '@playwright/test';
import { forgetSession, logIn } from './support/log-in.ts';
import { freshTest, hideTours, untilHydrated } from './support/portal-test.ts';
import { answerWord } from './support/practice.ts';
import { untilWorkerRules } from './support/worker.ts';

// A tour opens a second after its page, and covers what a story presses then.
test.beforeEach(({ context }) => hideTours(context));

/** Paths of everything that the service worker stores. */
const storedPaths = (page: Page) =>
  page.evaluate(async () => {
    const requests = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()));
    return requests.flat().map(({ url }) => new URL(url).pathname);
  });

test('without network a page of the portal says so, in the portal’s design (PWA-02)', async ({ page, context }) => {
  await logIn(page, 'aluna@demo.example');
  await page.goto('/dashboard');
  await untilWorkerRules(page);
  await context.setOffline(true);
  await page.goto('/financial');
  await expect(page.getByRole('heading', { level: 1, name: 'Você está sem internet' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Tentar de novo' })).toHaveCSS('border-radius', /\d{2,}/);
  await expect(page.locator('body')).not.toHaveAttribute('data-user-id');
});

test('the service worker stores daily pages of their reader, and no other page or answer (PWA-02)', async ({
  page,
}) => {
  await logIn(page, 'aluna@demo.example');
  await page.goto('/dashboard');
  await untilWorkerRules(page);
  await page.goto('/me');
  await page.goto('/financial');
  await page.goto('/avisos');
  await expect.poll(() => storedPaths(page)).toContain('/avisos');
  const stored = await storedPaths(page);
  expect(stored).toContain('/offline');
  expect(
    stored.filter(
      (path) => !/^\/(offline$|_astro\/|brand\/|dashboard$|avisos$|pedagogico\/minha-pratica\/)/.test(path),
    ),
  ).toEqual([]);
});

/** The number of pictures that did not come. */
const brokenPictures = (page: Page) =>
  page
    .locator('img')
    .evaluateAll((all: HTMLImageElement[]) => all.filter((img) => img.complete && img.naturalWidth === 0).length);

test.describe('a day without a network', () => {
  test('daily pages show their last state with its time, and finance pages say why they cannot', async ({
    page,
    context,
  }) => {
    await logIn(page, 'aluna@demo.example');
    await page.goto('/dashboard');
    await untilWorkerRules(page);
    await page.goto('/pedagogico/list');
    await page.goto('/aula-online/list');
    await page.goto('/avisos');
    const wanted = [
      '/dashboard',
      '/pedagogico/list',
      '/aula-online/list',
      '/avisos',
      '/pedagogico/minha-pratica/1/sessao',
    ];
    await expect.poll(() => storedPaths(page)).toEqual(expect.arrayContaining(wanted));

    await context.setOffline(true);
    for (const path of ['/pedagogico/list', '/aula-online/list', '/avisos', '/dashboard']) {
      await page.goto(path);
      await expect(page.getByText(/Esta página está como hoje às \d\d:\d\d/)).toBeVisible();
      await expect.poll(() => brokenPictures(page)).toBe(0);
    }
    await page.goto('/financial');
    await expect(page.getByText(/Pagamentos precisam de internet/)).toBeVisible();
    await page.getByRole('link', { name: 'Início' }).click();
    await expect(page.getByText(/Esta página está como hoje/)).toBeVisible();

    await page
      .getByRole('link', { name: /palavras? para revisar/ })
      .first()
      .click();
    // Sounds need the network: without it a kind of question without sound is used.
    await untilHydrated(page);
    await expect(page.getByRole('button', { name: 'Mostrar resposta' })).toBeVisible();
    await answerWord(page);
    await expect(page.getByText(/guardadas neste aparelho/)).toBeVisible();
    const sent = page.waitForResponse((answer) => answer.url().endsWith('/do/practice.saveReviews/'));
    await context.setOffline(false);
    expect((await sent).status()).toBe(200);
  });

  test('after the end of a session the login page deletes the last state (S14)', async ({ page }) => {
    await logIn(page, 'aluna@demo.example');
    await page.goto('/dashboard');
    await untilWorkerRules(page);
    await page.goto('/avisos');
    await expect.poll(() => storedPaths(page)).toContain('/avisos');
    await forgetSession(page);
    await page.goto('/dashboard');
    await page.waitForURL(/\/login\/main/);
    await expect.poll(() => storedPaths(page)).not.toContain('/avisos');
  });
});

test('logout deletes pages stored during the session (PWA-02)', async ({ page }) => {
  await logIn(page, 'aluna@demo.example');
  // No tour begins here and lies over the menu.
  await page.goto('/avisos');
  await untilWorkerRules(page);
  await page.evaluate(() =>
    caches.open('portal-assets').then((cache) => cache.put('/_astro/of-the-session.js', new Response())),
  );
  await page.getByRole('button', { name: /conta/i }).first().click();
  await page.getByRole('button', { name: 'Sair' }).first().click();
  await page.waitForURL(/\/login\/main/);
  await expect.poll(() => storedPaths(page)).not.toContain('/_astro/of-the-session.js');
});

freshTest('a download link requests its file once under the service worker', { tag: '@deep' }, async ({ page }) => {
  await logIn(page, 'gestora@demo.example');
  await page.goto('/manager-panel/profile');
  await untilWorkerRules(page);
  const file = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Baixar planilha' }).click();
  await (await file).path();
  // The log records downloads of a list of people: a second request would show there.
  await page.goto('/manager-panel/auditoria');
  await expect(page.locator('tbody tr').filter({ hasText: 'baixou a lista de alunos' })).toHaveCount(1);
});

test.describe('installing', () => {
  /** What a browser does when it would install: Chromium offers only to people who have been here for a while. */
  const wouldInstall = () => {
    const event = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), {
      prompt: async () => document.documentElement.setAttribute('data-prompted', ''),
      userChoice: Promise.resolve({ outcome: 'accepted' }),
    });
    dispatchEvent(event);
  };
  const offer = (page: Page) => page.evaluate(wouldInstall);

  test.beforeEach(async ({ page }) => {
    await logIn(page, 'professora@demo.example');
    await page.goto('/dashboard?como=aluno');
  });

  test('the first visit offers no installation (PWA-04)', { tag: '@deep' }, async ({ page }) => {
    await offer(page);
    await expect(page.getByRole('heading', { name: 'Deixe o portal na tela inicial' })).toBeHidden();
  });

  test('from the second visit the card shows the browser’s offer to install, once (PWA-04, PWA-05)', async ({
    page,
  }) => {
    await page.evaluate(() => localStorage.setItem('portal_visits', '2'));
    await page.reload();
    await offer(page);
    await page.getByRole('button', { name: 'Instalar' }).click();
    await expect(page.locator('html[data-prompted]')).toBeAttached();
    await expect(page.getByRole('heading', { name: 'Deixe o portal na tela inicial' })).toBeHidden();
  });

  test('“Agora não” hides the card (PWA-04)', { tag: '@deep' }, async ({ page }) => {
    await page.evaluate(() => localStorage.setItem('portal_visits', '2'));
    await page.reload();
    await offer(page);
    await page.getByRole('button', { name: 'Agora não' }).click();
    await page.reload();
    await offer(page);
    await expect(page.getByRole('heading', { name: 'Deixe o portal na tela inicial' })).toBeHidden();
  });

  test('the server learns that the browser offered: not installed (PUSH-02, PWA-03, PWA-06)', { tag: '@deep' }, async ({
    page,
  }) => {
    // Stored as installed, so that the offer changes it. The page itself reports this three seconds after opening.
    const { origin } = new URL(page.url());
    await page.goto('about:blank');
    await page.request.put('/api/v1/users/pwa/', { data: { pwa_installed: true }, headers: { origin } });
    const told = page.waitForRequest(
      (request) => request.method() === 'PUT' && request.url().endsWith('/api/v1/users/pwa/'),
    );
    // The offer comes before those three seconds are over, however slow the machine is.
    await page.addInitScript(`addEventListener('DOMContentLoaded', ${wouldInstall})`);
    await page.goto('/dashboard?como=aluno');
    expect((await told).postDataJSON()).toEqual({ pwa_installed: false });
  });
});

test('a missing script reloads the page once (GUARD-18, ERR-15)', { tag: '@deep' }, async ({ page }) => {
  await page.goto('/login/main');
  const fail = () =>
    page.evaluate(async () => {
      let reloads = 0;
      navigation.addEventListener('navigate', () => {
        reloads += 1;
      });
      void Promise.reject(new TypeError('Failed to fetch dynamically imported module: /_astro/a.js'));
      await scheduler.postTask(() => undefined, { priority: 'background' });
      return reloads;
    });
  const again = page.waitForEvent('load');
  await fail().catch(() => undefined);
  await again;
  expect(await fail()).toBe(0);
});
