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
