import type { Page } from '@playwright/test';
import { logIn } from './support/log-in.ts';
import { expect, expectNoAxeFindings, test, untilHydrated } from './support/portal-test.ts';
import { screens } from './support/screens.ts';

const HELENA = 'gestora@demo.example';
const waiting = (page: Page) => page.getByRole('region', { name: 'O que espera por você' });

test('staff land on their own home: a manager on the panel, a teacher on the classes', { tag: '@both' }, async ({
  page,
}) => {
  await logIn(page, 'professora@demo.example');
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1, name: 'Minhas aulas' })).toBeVisible();
  await expect(page.getByRole('main').getByRole('listitem').filter({ hasText: 'Próxima:' }).first()).toBeVisible();
  await expectNoAxeFindings(page);
  await page.goto('/manager-panel');
  await expect(page).toHaveURL(/\/dashboard$/);
  await logIn(page, HELENA);
  await page.goto('/');
  await expect(page).toHaveURL(/\/manager-panel$/);
  await expect(page.getByRole('heading', { level: 1, name: /Helena$/ })).toBeVisible();
  await expect(page.getByText(/^Versão \d+\.\d+\.\d+ \(\S+\)$/)).toBeVisible();
  await expectNoAxeFindings(page);
});

test('what waits is seen without a tap, and one tap leads to it', async ({ page }) => {
  await page.setViewportSize(screens.phone);
  await logIn(page, HELENA);
  await page.goto('/manager-panel');
  const orders = waiting(page).getByRole('link', { name: /pedidos? a avançar/ });
  await expect(orders).toBeInViewport();
  await orders.click();
  await expect(page.getByRole('heading', { level: 1, name: 'Pedidos' })).toBeVisible();
});

test('a student is found by one shortcut and typing', async ({ page }) => {
  await page.setViewportSize(screens.desktop);
  await logIn(page, HELENA);
  await page.goto('/manager-panel/pedidos');
  await page.keyboard.press('/');
  const search = page.getByRole('dialog', { name: 'Buscar no painel' });
  await expect(search.getByRole('textbox')).toBeFocused();
  await page.keyboard.type('ana sou');
  await expect(search.getByRole('link', { name: /^Ana Souza/ })).toBeVisible();
  await expectNoAxeFindings(page);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/manager-panel\/profile\/1$/);

  await untilHydrated(page);
  await page.keyboard.press('Control+k');
  await page.keyboard.type('p-000007');
  await expect(search.getByRole('link')).toHaveCount(1);
  await page.keyboard.press('ArrowDown');
  await expect(search.getByRole('link', { name: /^P-000007/ })).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await expect(search.getByRole('textbox')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(search).toBeHidden();
  await page.goto('/manager-panel/profile/1?parte=dados');
  await page.getByLabel('Telefone', { exact: true }).fill('19/');
  await expect(search).toBeHidden();
});

test.describe('without a script', () => {
  test.use({ javaScriptEnabled: false });

  test('the search is a form on the home of the panel', async ({ page }) => {
    await logIn(page, HELENA);
    await page.goto('/manager-panel/pedidos');
    await page
      .getByRole('link', { name: /^Buscar/ })
      .filter({ visible: true })
      .click();
    await page.getByLabel(/^Nome, CPF/).fill('ana');
    await page.getByRole('button', { name: 'Buscar' }).click();
    await page.getByRole('link', { name: /^Ana Souza/ }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Ana Souza' })).toBeVisible();
    await page.goto('/manager-panel?q=zzzz');
    await expect(page.getByText('Nada com “zzzz”')).toBeVisible();
  });
});
