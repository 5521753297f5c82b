import type { Page } from '@playwright/test';
import { sessionCookie } from '../../src/lib/session.ts';
import { logIn, submitLogin } from './support/log-in.ts';
import { inMail, outbox } from './support/mails.ts';
import { expect, expectNoAxeFindings, freshTest, test, untilHydrated } from './support/portal-test.ts';
import { openPortal } from './support/portals.ts';

const neutral = /Se houver uma conta com este e-mail/;
const LINK = /\/login\/recover-password\/?\?token=[\w-]+/;

async function ask(page: Page, email: string): Promise<void> {
  await page.goto('/login/recover-password');
  await page.getByLabel('E-mail').fill(email);
  await page.getByRole('button', { name: /Enviar/ }).click();
}

freshTest.describe('by link', () => {
  freshTest.use({ tolerated: [/status of 40\d/] });
  freshTest(
    'the password is set once, and every other session ends (AUTH-16…20, OPEN-02)',
    async ({ page, browser, baseURL }) => {
      const other = await browser.newContext({ baseURL });
      const before = await other.newPage();
      await logIn(before, 'visitante@demo.example');
      await before.goto('/dashboard');
      await expect(before).toHaveURL(/\/dashboard$/);
      // An open page is led to the login by its first refused call, at any moment of the test.
      await before.close();

      await page.goto('/login/main');
      await page.getByRole('link', { name: 'Esqueci minha senha' }).click();
      await page.waitForURL(/\/login\/recover-password$/);
      await untilHydrated(page);
      await page.getByLabel('E-mail').fill('visitante@demo.example');
      await page.getByRole('button', { name: /Enviar/ }).click();
      await expect(page.getByText(neutral)).toBeVisible();

      const link = await inMail(page, LINK);
      await page.goto(link);
      await untilHydrated(page);
      await page.getByLabel('Nova senha', { exact: true }).fill('curta');
      await page.getByRole('button', { name: /Salvar/ }).click();
      await expect(page.getByLabel('Nova senha', { exact: true })).toHaveAccessibleDescription(
        'Use no mínimo 10 caracteres',
      );
      await page.getByLabel('Nova senha', { exact: true }).fill('1234567890');
      await page.getByRole('button', { name: /Salvar/ }).click();
      await expect(page.getByText('Esta senha é muito comum. Escolha outra.').first()).toBeVisible();
      await page.getByLabel('Nova senha', { exact: true }).fill('Caminho novo 42');
      await page.getByRole('button', { name: /Salvar/ }).click();
      await page.waitForURL(/\/login\/main/);
      await expect(page.getByText('Senha nova salva. Agora é só entrar.')).toBeVisible();

      const elsewhere = await other.newPage();
      await elsewhere.goto('/dashboard');
      await expect(elsewhere).toHaveURL(/\/login\/main/);
      expect((await other.cookies()).map(({ name }) => name)).not.toContain(sessionCookie);
      await elsewhere.goto(link);
      await untilHydrated(elsewhere);
      await elsewhere.getByLabel('Nova senha', { exact: true }).fill('Outro caminho 43');
      await elsewhere.getByRole('button', { name: /Salvar/ }).click();
      await expect(elsewhere.getByText(/código não vale mais/)).toBeVisible();
      await other.close();

      await untilHydrated(page);
      await submitLogin(page, 'visitante@demo.example');
      await expect(page.getByText('Usuário ou senha incorreta.')).toBeVisible();
      await submitLogin(page, 'visitante@demo.example', 'Caminho novo 42');
      await page.waitForURL(/\/dashboard$/);
    },
  );
});

freshTest.describe('by code, without JavaScript', () => {
  freshTest.use({ javaScriptEnabled: false });
  freshTest('the mail has eight digits to type (AUTH-16, AUTH-17)', async ({ page }) => {
    await page.goto('/login/recover-password');
    await page.getByLabel('E-mail').fill('visitante@demo.example');
    await page.getByLabel(/código/i).check();
    await page.getByRole('button', { name: /Enviar/ }).click();
    await expect(page.getByText(neutral)).toBeVisible();
    const code = await inMail(page, /\b\d{8}\b(?= é o seu código)/);
    await page.getByLabel('Código recebido').fill(code === '00000000' ? '11111111' : '00000000');
    const password = page.getByLabel('Nova senha', { exact: true });
    await password.fill('curta');
    await page.getByRole('button', { name: /Salvar/ }).click();
    await expect(password).toHaveAttribute('aria-invalid', 'true');
    await expect(page.getByLabel('Código recebido')).toHaveValue(code === '00000000' ? '11111111' : '00000000');
    await password.fill('Caminho novo 42');
    await page.getByRole('button', { name: /Salvar/ }).click();
    await expect(page.getByText(/código não vale mais/)).toBeVisible();
    await page.getByLabel('Código recebido').fill(code);
    await page.getByLabel('Nova senha', { exact: true }).fill('Caminho novo 42');
    await page.getByRole('button', { name: /Salvar/ }).click();
    await expect(page).toHaveURL(/\/login\/main\?motivo=redefinida/);
    await submitLogin(page, 'visitante@demo.example', 'Caminho novo 42');
    await expect(page.getByRole('heading', { level: 1, name: /Bruno/ })).toBeVisible();
  });
});

test('the error of a form sent before its script loaded is gone once it is sent again (AUTH-16)', {
  tag: '@deep',
}, async ({ page }) => {
  await page.goto('/login/recover-password');
  await page.locator('main form').evaluate((form: HTMLFormElement) => {
    form.append(Object.assign(document.createElement('input'), { type: 'hidden', name: 'acao', value: 'pedir' }));
    form.submit();
  });
  const problem = page.getByText('Confira o campo marcado.');
  await expect(problem).toBeVisible();
  await untilHydrated(page);
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
  await page.route('**/login/recover-password/?*', async (route) => {
    await answered;
    await route.continue();
  });
  await page.getByLabel('E-mail').fill('ninguem@teste.example');
  await page.getByLabel(/código/i).check();
  await page.getByRole('button', { name: 'Enviar' }).click();
  await expect(page.getByRole('button', { name: 'Enviando' })).toBeVisible();
  await expect(problem).toHaveCount(0);
  answer();
  await expect(page.getByText(neutral)).toBeVisible();
  await expect(page.getByLabel('Código recebido')).toBeVisible();
  await expect(problem).toHaveCount(0);
});

test('an unknown address gets the same answer, and no mail (AUTH-20)', { tag: '@deep' }, async ({ page }) => {
  const nobody = 'ninguem@teste.example';
  await ask(page, nobody);
  await expect(page.getByText(neutral)).toBeVisible();
  const unknown = await page.getByRole('main').textContent();
  await ask(page, 'professora@demo.example');
  await expect(page.getByText(neutral)).toBeVisible();
  expect(await page.getByRole('main').textContent()).toBe(unknown);
  await inMail(page, /professora@demo\.example/);
  expect(await outbox(page)).not.toContain(nobody);
  await expectNoAxeFindings(page);
});

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with JavaScript' : 'without JavaScript', () => {
    test.use({ javaScriptEnabled });
    test('an invalid address in the recovery is an error before anything is sent (VALID-08)', { tag: '@deep' }, async ({
      page,
    }) => {
      await page.goto('/login/recover-password');
      if (javaScriptEnabled) await untilHydrated(page);
      const email = page.getByLabel('E-mail', { exact: true });
      await page.getByLabel('Um código para digitar aqui').check();
      await page.getByRole('button', { name: /Enviar/ }).click();
      await expect(email).toHaveAccessibleDescription('Este campo é obrigatório');
      await email.fill('aluna@');
      await page.getByRole('button', { name: /Enviar/ }).click();
      await expect(email).toHaveAccessibleDescription('Por favor, insira um e-mail válido');
      await expect(email).toHaveValue('aluna@');
      await expect(page.getByLabel('Um código para digitar aqui')).toBeChecked();
    });
  });
}

test('the address of the link is not sent to other sites (AUTH-17)', { tag: '@deep' }, async ({ page }) => {
  const answer = await page.goto('/login/recover-password?token=abc');
  expect(answer?.headers()['referrer-policy']).toBe('no-referrer');
});

test('D20 a school without mail says so, and promises none', { tag: '@deep' }, async ({ page }) => {
  const portal = await openPortal({ DEMO: 'off' });
  await page.goto(`${portal.address}/login/recover-password`);
  await expect(page.getByText('Para criar uma senha nova, fale com a secretaria.')).toBeVisible();
  await expect(page.getByRole('textbox')).toHaveCount(0);
  await expectNoAxeFindings(page);
  expect(await portal.close()).toContain('SMTP_URL: não está definido');
});
