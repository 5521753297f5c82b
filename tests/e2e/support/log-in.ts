import { expect, type Page } from '@playwright/test';

/** Logs a demo account in without the screens: the session cookie goes to the browser of `page`. */
export async function logIn(page: Page, username: string, password = 'portal-demo'): Promise<void> {
  await page.goto('/login/main');
  const answer = await page.request.post('/api/v1/login/access-token/', {
    form: { username, password },
    headers: { origin: new URL(page.url()).origin },
  });
  expect(answer.status()).toBe(200);
}

/** Fills the password form that is on the screen and sends it. */
export async function submitLogin(page: Page, username: string, password = 'portal-demo'): Promise<void> {
  await page.getByLabel('E-mail ou CPF').fill(username);
  await page.getByLabel('Senha', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Entrar', exact: true }).click();
}

/** The menu behind the avatar, opened. */
export async function openAccountMenu(page: Page) {
  // Rail and header have one each; the screen shows one of them, once its style sheet is there.
  await page.waitForLoadState();
  await page.getByRole('button', { name: /conta/i }).filter({ visible: true }).first().click();
  const menu = page.getByRole('region', { name: 'Minha conta' });
  await expect(menu).toBeVisible();
  return menu;
}
