import { expect, expectNoAxeFindings, test, untilHydrated } from './support/portal-test.ts';

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the plain login works, also when several accounts match (AUTH-02, AUTH-05)', async ({ page }) => {
    await page.goto('/login/main?next=%2Fpedagogico%2Flist');
    await page.getByLabel('E-mail ou CPF').fill('familia@demo.example');
    await page.getByLabel('Senha', { exact: true }).fill('portal-demo');
    await page.getByRole('button', { name: 'Entrar', exact: true }).click();
    await page.getByRole('button', { name: /Davi Reis/ }).click();
    await expect(page).toHaveURL(/\/pedagogico\/list$/);
  });

  test('a wrong password says so and keeps the user name (AUTH-10)', async ({ page }) => {
    await page.goto('/login/main');
    await page.getByLabel('E-mail ou CPF').fill('aluna@demo.example');
    await page.getByLabel('Senha', { exact: true }).fill('errada');
    await page.getByRole('button', { name: 'Entrar', exact: true }).click();
    await expect(page.getByText('Usuário ou senha incorreta.')).toBeVisible();
    await expect(page.getByLabel('E-mail ou CPF')).toHaveValue('aluna@demo.example');
    await expect(page.getByLabel('Senha', { exact: true })).toHaveValue('');
  });
});

test.describe('the login form', () => {
  test.use({ tolerated: [/status of 400/] });

  test('says what is missing below its field, and what was wrong above (AUTH-10, VALID-20, VALID-21)', async ({
    page,
  }) => {
    await page.goto('/login/main');
    await untilHydrated(page);
    const name = page.getByLabel('E-mail ou CPF');
    const password = page.getByLabel('Senha', { exact: true });
    await page.getByRole('button', { name: 'Entrar', exact: true }).click();
    await expect(name).toBeFocused();
    await expect(name).toHaveAccessibleDescription(/Campo obrigatório|obrigatóri/i);
    await expectNoAxeFindings(page);
    await name.fill('aluna@demo.example');
    await password.fill('errada');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('alert').filter({ hasText: 'Usuário ou senha incorreta.' })).toBeVisible();
    await expect(password).toBeFocused();
    await expect(password).toHaveValue('');
    await expect(name).toHaveValue('aluna@demo.example');
  });

  test('shows the password when asked', async ({ page }) => {
    await page.goto('/login/main');
    await untilHydrated(page);
    const password = page.getByLabel('Senha', { exact: true });
    await password.fill('portal-demo');
    await page.getByRole('button', { name: 'Mostrar a senha' }).click();
    await expect(password).toHaveAttribute('type', 'text');
    await expect(password).toHaveValue('portal-demo');
  });
});

test.describe('the book code', () => {
  test.use({ tolerated: [/status of (40\d|503)/] });

  test('of a linked book asks whose it is, and then opens practice without a password (AUTH-07, BOOK-04)', async ({
    page,
  }) => {
    await page.goto('/login/form');
    await untilHydrated(page);
    await page.getByLabel('Código do livro').fill('knn-livro-0001');
    await page.getByRole('button', { name: 'Continuar' }).click();
    const name = page.getByLabel(/E-mail ou CPF/);
    await expect(name).toBeFocused();
    await name.fill('aluna@demo.example');
    await page.getByRole('button', { name: 'Continuar' }).click();
    await page.waitForURL(/\/dashboard$/);
    await page.goto('/financial');
    await expect(page).toHaveURL(/\/login\/form\?.*motivo=senha/);
  });

  test('that is nobody’s, or no code at all, is said in words', async ({ page }) => {
    await page.goto('/login/form');
    await untilHydrated(page);
    for (const [code, words] of [
      ['KNN-LIVRO-9999', /Não encontramos um livro com este código/],
      ['https://evil.example/x', /é de outro site/],
      ['???', /não é de um livro nosso/],
    ] as const) {
      await page.getByLabel('Código do livro').fill(code);
      await page.getByRole('button', { name: 'Continuar' }).click();
      await expect(page.getByText(words)).toBeVisible();
      await expect(page.getByLabel('Código do livro')).toHaveValue(code);
    }
  });
});

test('the camera is explained first, and a refused one leaves two other ways (AUTH-08)', async ({ page, context }) => {
  await context.clearPermissions();
  await page.goto('/login/qr-code');
  await untilHydrated(page);
  await page.getByRole('button', { name: 'Abrir a câmera' }).click();
  await expect(
    page
      .getByText(/câmera/i)
      .filter({ hasText: /foto|código/ })
      .first(),
  ).toBeVisible();
  await expect(page.getByText('Usar uma foto do código')).toBeVisible();
});
