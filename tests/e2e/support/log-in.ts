import { expect, type Page } from '@playwright/test';

/** Logs in a demo account without a page: the browser of `page` gets the session cookie. */
export async function logIn(page: Page, username: string, password = 'portal-demo'): Promise<void> {
  const answer = await page.request.post('/api/v1/login/access-token/', {
    form: { username, password },
    // A program would get the token in the body.
    headers: { 'sec-fetch-site': 'same-origin' },
  });
  expect(answer.status()).toBe(200);
}

/**
 * Takes the session away from the browser of `page`. The page is left first: three seconds after it opened, a page tells
 * the server whether the portal is installed, and a refused page leads to the login by itself, at any moment of a test.
 */
export async function forgetSession(page: Page): Promise<void> {
  await page.goto('about:blank');
  await page.context().clearCookies();
}

/** Fills in and sends the password form on the screen. */
export async function submitLogin(page: Page, username: string, password = 'portal-demo'): Promise<void> {
  await page.getByLabel('E-mail ou CPF').fill(username);
  await page.getByLabel('Senha', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Entrar', exact: true }).click();
}

export async function openAccountMenu(page: Page) {
  // Rail and header have one each; once its style sheet loads, the screen shows only one.
  await page.waitForLoadState();
  await page.getByRole('button', { name: /conta/i }).filter({ visible: true }).first().click();
  const menu = page.getByRole('region', { name: 'Minha conta' });
  await expect(menu).toBeVisible();
  return menu;
}
