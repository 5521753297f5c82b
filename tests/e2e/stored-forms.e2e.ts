import type { Page } from '@playwright/test';
import { sessionCookie } from '../../src/lib/session.ts';
import { logIn, submitLogin } from './support/log-in.ts';
import {
  expect,
  expectNoAxeFindings,
  freshTest,
  keepInstallQuiet,
  test,
  untilHydrated,
} from './support/portal-test.ts';

const OWNER = 'visitante@demo.example';
const SESSION = new RegExp(sessionCookie);
const save = (page: Page) => page.getByRole('button', { name: 'Salvar', exact: true }).click();

/** Types into a page of this person, and loses the session before the form is sent. */
async function loseSession(page: Page): Promise<void> {
  await keepInstallQuiet(page);
  await page.goto('/me/dados');
  await page.getByLabel('Complemento').fill('Fundos, casa 9');
  await page.context().clearCookies({ name: SESSION });
  await save(page);
  await page.waitForURL(/\/login\/main\?/);
}

test('a form sent after the end of the session is filled in after the login, which says why (AUTH-25)', async ({
  page,
  loginAs,
}) => {
  await loginAs(OWNER);
  await loseSession(page);
  await expect(page.getByText('Sua sessão terminou. Entre de novo para continuar.')).toBeVisible();
  await untilHydrated(page);
  await submitLogin(page, OWNER);
  await page.waitForURL(/\/me\/dados$/);
  await expect(page.getByLabel('Complemento')).toHaveValue('Fundos, casa 9');
  await expect(page.getByRole('status').filter({ hasText: 'ainda não foi enviado' })).toBeInViewport();
  await expectNoAxeFindings(page);
  await save(page);
  await expect(page.getByText('Dados salvos.')).toBeVisible();
  await page.reload();
  await expect(page.getByText('ainda não foi enviado')).toHaveCount(0);
});

test('typed text is never shown to another person on the same device', async ({ page, loginAs }) => {
  await loginAs(OWNER);
  await loseSession(page);
  await untilHydrated(page);
  await submitLogin(page, 'aluna@demo.example');
  await page.waitForURL(/\/me\/dados$/);
  await expect(page.getByLabel('Complemento')).not.toHaveValue('Fundos, casa 9');
  await expect.poll(() => page.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toContain('Fundos');
});

test('sending a form keeps the text typed into another form of its page', async ({ page, loginAs }) => {
  await loginAs(OWNER);
  await page.goto('/me/dados');
  await page.getByLabel('Complemento').fill('Bloco B');
  await page.locator('summary').filter({ hasText: 'Trocar o e-mail' }).click();
  const card = page.getByRole('region', { name: 'E-mail' });
  await card.getByLabel('E-mail novo').fill('outra@teste.example');
  await card.locator('input[type=password]').fill('errada-de-todo');
  await card
    .locator('form')
    .filter({ has: page.locator('[type=password]') })
    .getByRole('button')
    .last()
    .click();
  await expect(page.getByRole('alert')).toBeVisible();
  await expect(page.getByLabel('Complemento')).toHaveValue('Bloco B');
});

test('a browser with an earlier login sees why a login is needed again', async ({ page }) => {
  await page.goto('/login/main');
  await untilHydrated(page);
  await submitLogin(page, 'aluna@demo.example');
  await page.waitForURL(/\/dashboard$/);
  await page.goto('about:blank');
  await page.context().clearCookies({ name: SESSION });
  await page.goto('/me/documentos');
  await expect(page.getByText('Sua sessão terminou. Entre de novo para continuar.')).toBeVisible();
});

freshTest.describe('a form of the panel', () => {
  // The call that finds no session.
  freshTest.use({ tolerated: [/status of 401/] });

  freshTest(
    'the form of an act is filled in when it is reopened, after the login and after a reload',
    async ({ page }) => {
      await logIn(page, 'gestora@demo.example');
      await page.goto('/manager-panel/financeiro/106');
      await untilHydrated(page);
      const form = page.getByRole('dialog', { name: 'Desconto ou sem multa' });
      await page.keyboard.press('d');
      await form.getByLabel('Motivo').fill('Irmãos na escola');
      await expect(form.getByRole('button', { name: 'Mudar o valor' })).not.toHaveAttribute('aria-disabled');
      await page.context().clearCookies({ name: SESSION });
      await form.getByRole('button', { name: 'Mudar o valor' }).click();
      await page.waitForURL(/\/login\/main\?/);
      await untilHydrated(page);
      await submitLogin(page, 'gestora@demo.example');
      await page.waitForURL(/manager-panel$/);
      await page.goto('/manager-panel/financeiro/106');
      await untilHydrated(page);
      await page.keyboard.press('d');
      await expect(form.getByLabel('Motivo')).toHaveValue('Irmãos na escola');
      await expect(form.getByText('ainda não foi enviado')).toBeVisible();
      await expectNoAxeFindings(page);
      // A closed form keeps its text too.
      await form.getByLabel('Motivo').fill('Irmãos');
      await page.keyboard.press('Escape');
      await expect(form).toBeHidden();
      await page.keyboard.press('d');
      await expect(form.getByLabel('Motivo')).toHaveValue('Irmãos');
      await expect(form.getByText('ainda não foi enviado')).toBeVisible();
      await form.getByLabel('Motivo').fill('');
      await page.keyboard.press('Escape');
      await page.keyboard.press('d');
      await expect(form.getByLabel('Motivo')).toHaveValue('');

      // And a page that is loaded again, until nothing is typed any more.
      await form.getByLabel('Motivo').fill('Mudou de cidade');
      await page.reload();
      await untilHydrated(page);
      await page.keyboard.press('d');
      await expect(form.getByLabel('Motivo')).toHaveValue('Mudou de cidade');
      await form.getByLabel('Motivo').fill('');
      await page.keyboard.press('Escape');
      await page.reload();
      await untilHydrated(page);
      await page.keyboard.press('d');
      await expect(form.getByLabel('Motivo')).toHaveValue('');
    },
  );
});
