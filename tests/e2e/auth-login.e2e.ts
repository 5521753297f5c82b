import type { Page } from '@playwright/test';
import { sessionCookie } from '../../src/lib/session.ts';
import { forgetSession, openAccountMenu, submitLogin } from './support/log-in.ts';
import { addressOn, expect, keepInstallQuiet, test, untilHydrated } from './support/portal-test.ts';

const wrong = 'Usuário ou senha incorreta.';

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with JavaScript' : 'without JavaScript', {
    tag: javaScriptEnabled ? [] : '@deep',
  }, () => {
    test.use({ javaScriptEnabled, tolerated: [/status of 4(00|22|29)/] });

    const open = async (page: Page, path: string) => {
      await page.goto(path);
      if (javaScriptEnabled) await untilHydrated(page);
    };

    test('the password opens the dashboard (AUTH-02, AUTH-12, GUARD-14)', { tag: '@connected' }, async ({
      page,
      context,
    }) => {
      await open(page, '/login/main');
      await submitLogin(page, 'menor@demo.example');
      await expect(page.getByRole('heading', { level: 1, name: /Felipe/ })).toBeVisible();
      const cookie = (await context.cookies()).find(({ name }) => name === sessionCookie);
      expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/' });
    });

    test('a CPF is a user name too, with its dots or without (AUTH-02)', { tag: ['@connected', '@deep'] }, async ({
      page,
    }) => {
      for (const cpf of ['295.379.955-93', '29537995593']) {
        await open(page, '/login/main');
        await submitLogin(page, cpf);
        await expect(page.getByRole('heading', { level: 1, name: /Felipe/ })).toBeVisible();
        await forgetSession(page);
      }
    });

    test('somebody without an account finds the level test from the login', { tag: '@deep' }, async ({ page }) => {
      await open(page, '/login/main');
      await page.getByRole('link', { name: 'Descubra seu nível de inglês' }).click();
      await expect(page).toHaveURL(/\/english-test$/);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    });

    test('a user name that is too long is an error below its field, and stays (VALID-20)', { tag: '@deep' }, async ({
      page,
    }) => {
      const long = 'a'.repeat(300);
      await open(page, '/login/main');
      await submitLogin(page, long);
      await expect(page.getByLabel('E-mail ou CPF')).toHaveAccessibleDescription('Use no máximo 254 caracteres');
      await expect(page.getByLabel('E-mail ou CPF')).toHaveValue(long);
      await open(page, '/login/livro');
      await page.getByLabel('Código do livro').fill('KNN-LIVRO-0001');
      await page.getByLabel(/E-mail ou CPF/).fill(long);
      await page.getByRole('button', { name: 'Continuar' }).click();
      await expect(page.getByLabel(/E-mail ou CPF/)).toHaveAccessibleDescription('Use no máximo 254 caracteres');
      await expect(page.getByLabel('Código do livro')).toHaveValue('KNN-LIVRO-0001');
      await expect(page.getByLabel(/E-mail ou CPF/)).toHaveValue(long);
    });

    test('a wrong password keeps what was typed, except itself (AUTH-10, ERR-17)', { tag: '@connected' }, async ({
      page,
      context,
    }) => {
      await open(page, '/login/main?next=%2Ffinancial');
      await submitLogin(page, 'menor@demo.example', 'errada');
      await expect(page.getByText(wrong)).toBeVisible();
      await expect(page.getByLabel('E-mail ou CPF')).toHaveValue('menor@demo.example');
      await expect(page.getByLabel('Senha', { exact: true })).toHaveValue('');
      expect(await page.content()).not.toContain('errada');
      expect((await context.cookies()).map(({ name }) => name)).not.toContain(sessionCookie);
      await page.getByLabel('Senha', { exact: true }).fill('portal-demo');
      await page.keyboard.press('Enter');
      await expect(page).toHaveURL(/\/financial$/);
    });

    test('an empty login says what is missing below its fields (VALID-20)', { tag: '@deep' }, async ({ page }) => {
      await open(page, '/login/main');
      await page.getByLabel('E-mail ou CPF').fill('menor@demo.example');
      await page.getByRole('button', { name: 'Entrar', exact: true }).click();
      await expect(page.getByLabel('Senha', { exact: true })).toHaveAccessibleDescription('Este campo é obrigatório');
      await expect(page.getByLabel('E-mail ou CPF')).toHaveValue('menor@demo.example');
      await expect(page.getByText(wrong)).toHaveCount(0);
    });

    test('a login with several accounts chooses one without the password again (AUTH-05, AUTH-06)', {
      tag: '@connected',
    }, async ({ page, context }) => {
      await open(page, '/login/main?next=%2Fpedagogico%2Flist');
      await submitLogin(page, 'familia@demo.example');
      await expect(page.getByRole('heading', { name: 'Quem vai entrar?' })).toBeVisible();
      await expect(page.getByRole('listitem')).toContainText([/Davi Reis.*CPF/, /Eva Reis.*CPF/]);
      await expect(page.locator('input[type=password]')).toHaveCount(0);
      expect(await page.content()).not.toContain('portal-demo');
      expect((await context.cookies()).map(({ name }) => name)).not.toContain(sessionCookie);
      await page.getByRole('button', { name: /Eva Reis/ }).click();
      await expect(page).toHaveURL(/\/pedagogico\/list$/);
      const menu = await openAccountMenu(page);
      await expect(menu).toContainText('Eva Reis');
    });

    test('the choice of accounts links to another login (AUTH-05)', { tag: '@deep' }, async ({ page }) => {
      await open(page, '/login/main?next=%2Fpedagogico%2Flist');
      await submitLogin(page, 'familia@demo.example');
      await page.getByRole('link', { name: 'Voltar e usar outro acesso' }).click();
      await expect(page.getByLabel('Senha', { exact: true })).toHaveValue('');
      await submitLogin(page, 'menor@demo.example');
      await expect(page).toHaveURL(/\/pedagogico\/list$/);
    });

    test('after too many guesses the login says to wait, also with the right password (AUTH-11)', {
      tag: '@deep',
    }, async ({ page }) => {
      await open(page, '/login/main');
      // Unknown user names count like known ones.
      const username = `ninguem-${javaScriptEnabled}@demo.example`;
      const guess = () =>
        page.request
          .post('/api/v1/login/access-token/', { form: { username, password: 'chute' } })
          .then((a) => a.status());
      expect(await Promise.all(Array.from({ length: 10 }, guess))).toEqual(Array(10).fill(400));
      await submitLogin(page, username);
      await expect(page.getByText(/Muitas tentativas\. Tente de novo em 1[45] minutos\./)).toBeVisible();
      await expect(page.getByLabel('E-mail ou CPF')).toHaveValue(username);
    });

    test('logout is a button, and going back shows no data (AUTH-23, S14)', { tag: '@connected' }, async ({
      page,
      context,
    }) => {
      await keepInstallQuiet(page);
      await open(page, '/login/main');
      await submitLogin(page, 'admin@demo.example');
      // His home is the panel; beside a franchise's hosts it is the first page of it that is there.
      await page.waitForURL(/\/manager-panel(\/|$)/);
      const menu = await openAccountMenu(page);
      await menu.getByRole('button', { name: 'Sair' }).click();
      await expect(page.getByText('Você saiu. Até a próxima!')).toBeVisible();
      expect((await context.cookies()).map(({ name }) => name)).not.toContain(sessionCookie);
      await page.goBack();
      await expect(page.getByText('Igor')).toHaveCount(0);
      await page.goto('/dashboard');
      await expect(page).toHaveURL(/\/login\/main\?next=%2Fdashboard(&|$)/);
    });
  });
}

test('the login offers password, QR code and book code (AUTH-01, ROUTE-03)', async ({ page }) => {
  await page.goto('/login/main');
  const ways = page.getByRole('navigation', { name: 'Formas de entrar' }).getByRole('link');
  expect(await ways.evaluateAll((links) => links.map((link) => link.getAttribute('href')))).toEqual([
    '/login/main',
    '/login/qr-code',
    '/login/livro',
  ]);
  for (const heading of ['/login/qr-code', '/login/livro']) {
    await page.goto(heading);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(new URL(page.url()).pathname).toBe(heading);
  }
});

test.describe('the form', () => {
  test('the login form says what is missing below its field, the first of them focused (VALID-20, VALID-21)', {
    tag: '@deep',
  }, async ({ page }) => {
    await page.goto('/login/main');
    await untilHydrated(page);
    const name = page.getByLabel('E-mail ou CPF');
    await page.getByRole('button', { name: 'Entrar', exact: true }).click();
    await expect(name).toBeFocused();
    await expect(name).toHaveAccessibleDescription('Este campo é obrigatório');
    await name.fill('a');
    await expect(name).not.toHaveAccessibleDescription(/./);
  });

  test('the login form takes what a password manager fills in without an event', { tag: '@deep' }, async ({ page }) => {
    await page.goto('/login/main');
    await untilHydrated(page);
    const fill = (label: string, text: string) =>
      page.getByLabel(label, { exact: true }).evaluate((field: HTMLInputElement, value) => {
        Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, value);
      }, text);
    await fill('E-mail ou CPF', 'aluna@demo.example');
    await fill('Senha', 'portal-demo');
    await page.getByRole('button', { name: 'Entrar', exact: true }).click();
    await expect(page).toHaveURL(/\/dashboard$/);
  });

  test('the login form shows the password when asked', { tag: '@deep' }, async ({ page }) => {
    await page.goto('/login/main');
    await untilHydrated(page);
    const password = page.getByLabel('Senha', { exact: true });
    await password.fill('portal-demo');
    await page.getByRole('button', { name: 'Mostrar a senha' }).click();
    await expect(password).toHaveAttribute('type', 'text');
    await expect(password).toHaveValue('portal-demo');
  });

  test('the login form shows that it is sending, and sends once (AUTH-09)', async ({ page }) => {
    await page.goto('/login/main');
    await untilHydrated(page);
    let requested = 0;
    let answer: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route('**/api/v1/login/access-token/', async (route) => {
      requested++;
      await held;
      await route.continue();
    });
    await submitLogin(page, 'menor@demo.example');
    await expect(page.getByText('Efetuando login').first()).toBeVisible();
    await page.getByLabel('Senha', { exact: true }).press('Enter');
    answer();
    await page.waitForURL(/\/dashboard$/);
    expect(requested).toBe(1);
  });

  test('the login form sends the parameters of a shared link (AUTH-03)', { tag: '@deep' }, async ({ page }) => {
    await page.goto('/login/main?prospex=p7&cupom=AMIGO&company=101');
    await untilHydrated(page);
    const sent = page.waitForRequest('**/api/v1/login/access-token/');
    await submitLogin(page, 'menor@demo.example');
    const form = new URLSearchParams((await sent).postData() ?? '');
    expect(Object.fromEntries(form)).toMatchObject({ prospex: 'p7', cupom: 'AMIGO', company: '101' });
  });
});

test('logout ends the session on the server too: a copied cookie opens nothing (AUTH-23, S16)', {
  tag: '@deep',
}, async ({ page, context, browser }) => {
  await keepInstallQuiet(page);
  await page.goto('/login/main');
  await untilHydrated(page);
  await submitLogin(page, 'admin@demo.example');
  await page.waitForURL(/\/manager-panel$/);
  const copied = (await context.cookies()).filter(({ name }) => name === sessionCookie);
  const menu = await openAccountMenu(page);
  await menu.getByRole('button', { name: 'Sair' }).click();
  await page.waitForURL(/\/login\/main/);
  const thief = await browser.newContext();
  await thief.addCookies(copied);
  const answer = await thief.request.get(new URL('/api/v1/users/me/', page.url()).href);
  await thief.close();
  expect(answer.status()).toBe(401);
});

test('a link to /sair logs nobody out (AUTH-23, S8)', { tag: '@deep' }, async ({ page, loginAs }) => {
  await loginAs('menor@demo.example');
  await page.goto('/sair');
  await expect(page).toHaveURL(/\/dashboard$/);
});

test('somebody else’s page can neither log in nor out (S8)', { tag: '@deep' }, async ({ page, loginAs }) => {
  await loginAs('menor@demo.example');
  await page.goto('/dashboard');
  for (const path of ['/sair', '/login/main']) {
    const answer = await page.request.post(path, {
      form: { username: 'menor@demo.example', password: 'portal-demo' },
      headers: { origin: 'https://evil.example' },
      maxRedirects: 0,
    });
    expect(answer.status(), path).toBe(403);
  }
  await page.reload();
  await expect(page).toHaveURL(addressOn('knn', '/dashboard'));
});
