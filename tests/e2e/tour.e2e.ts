import { expect, type Page, test } from '@playwright/test';
import { logIn } from './support/log-in.ts';
import { pauseClock } from './support/paused-clock.ts';
import { freshTest } from './support/portal-test.ts';

const popover = (page: Page) => page.locator('.portal-tour');
/** What a tour loads. */
const TOUR_CODE = /\/run\.[\w-]{8}\.js$/;
const saved = (page: Page) =>
  page.waitForResponse((answer) => answer.url().endsWith('/api/v1/driver-tour/') && answer.ok());

test.use({ contextOptions: { reducedMotion: 'reduce' } });
freshTest.use({ hasTours: true });

freshTest(
  'a tour starts once after a second, is walked to its end and stays away (GUARD-13, TOUR-01, TOUR-02, TOUR-04, TOUR-05, TOUR-09)',
  { tag: '@both' },
  async ({ page }) => {
    await logIn(page, 'visitante@demo.example');
    await page.goto('/dashboard');
    const tour = popover(page);
    // A student without a class has no next lesson, and the first steps name the club.
    await expect(tour.getByText('Seus primeiros passos')).toBeVisible();
    await expect(tour.getByText('1 de 3')).toBeVisible();
    await expect(tour.getByRole('button', { name: 'Anterior' })).toBeDisabled();
    await expect(tour.getByText('Fechar', { exact: true })).toBeVisible();
    await expect(tour.getByRole('button', { name: 'Próximo' })).toBeFocused();
    for (const step of ['2 de 3', '3 de 3']) {
      await tour.getByRole('button', { name: 'Próximo' }).click();
      await expect(tour.getByText(step)).toBeVisible();
    }
    await page.keyboard.press('Home');
    await expect(tour.getByText('1 de 3')).toBeVisible();
    await page.keyboard.press('End');
    const second = tour.getByRole('button', { name: /^Passo 2: / });
    await second.click();
    await expect(tour.getByText('2 de 3')).toBeVisible();
    await expect(second).toHaveAttribute('aria-current', 'step');
    await tour.getByRole('button', { name: /^Passo 3: / }).click();
    const done = saved(page);
    await tour.getByRole('button', { name: 'Concluir' }).click();
    expect((await done).request().postDataJSON()).toMatchObject({ dashboard: true });
    await expect(tour).toHaveCount(0);
    await page.reload();
    await expect(page.locator('body')).not.toHaveAttribute('data-tour');
  },
);

for (const [what, address] of [
  ['the dashboard (TOUR-08, DASH-02)', '/dashboard'],
  ['the list of classes (TOUR-08, PED-14)', '/pedagogico/list'],
  ['the practice (TOUR-08, PED-14)', '/pedagogico/minha-pratica/1'],
] as const) {
  test(`a tour explains ${what}`, { tag: '@deep' }, async ({ page }) => {
    await logIn(page, 'aluna@demo.example');
    const requested = page.waitForRequest(TOUR_CODE);
    await page.goto(`${address}?tour=1`);
    await requested;
    await expect(popover(page).getByText(/^1 de \d$/)).toBeVisible();
  });
}

test('closing a tour early asks for confirmation (TOUR-03, TOUR-06)', async ({ page }) => {
  await logIn(page, 'gestora@demo.example');
  await page.goto('/dashboard?como=aluno&tour=1');
  const question = page.getByRole('dialog', { name: 'Fechar tour?' });
  await expect(popover(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(question).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(question).toBeHidden();
  await expect(popover(page)).toBeVisible();
  await popover(page).getByRole('button', { name: 'Fechar' }).click();
  await question.getByRole('button', { name: 'Continuar o tour' }).click();
  await expect(popover(page)).toBeVisible();
  await popover(page).getByRole('button', { name: 'Fechar' }).click();
  const done = saved(page);
  await question.getByRole('button', { name: 'Fechar' }).click();
  await done;
  await expect(popover(page)).toHaveCount(0);
});

test('a failed save is retried, without showing the tour twice (TOUR-03)', { tag: '@deep' }, async ({ page }) => {
  await logIn(page, 'menor@demo.example');
  await page.route('**/api/v1/driver-tour/', (route) => route.abort(), { times: 1 });
  await page.goto('/dashboard?tour=1');
  await popover(page).getByRole('button', { name: 'Fechar' }).click();
  // If the page left before the refusal, the second attempt would be refused.
  const refused = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/api/v1/driver-tour/'));
  await page.getByRole('dialog', { name: 'Fechar tour?' }).getByRole('button', { name: 'Fechar' }).click();
  await expect(popover(page)).toHaveCount(0);
  await refused;
  const done = saved(page);
  await page.goto('/dashboard');
  await done;
  await expect(popover(page)).toHaveCount(0);
});

test('a tour never starts over an open dialog (TOUR-10)', { tag: ['@both', '@deep'] }, async ({ page }) => {
  await pauseClock(page);
  await logIn(page, 'aluna@demo.example');
  const begun: string[] = [];
  page.on('request', (request) => {
    if (TOUR_CODE.test(request.url())) begun.push(request.url());
  });
  await page.goto('/dashboard?tour=1');
  await page.getByRole('button', { name: /conta/i }).first().click();
  await page.clock.runFor(2000);
  // The requests of a tour come before this.
  await page.evaluate(async () => void (await fetch('/healthz')));
  expect(begun).toEqual([]);
  await expect(popover(page)).toHaveCount(0);
});
