import { expect, expectNoAxeFindings, freshTest as test, untilHydrated } from './support/portal-test.ts';

test('a forgotten password is set by mail, once, and ends other sessions (AUTH-16…20)', async ({ page, browser }) => {
  await page.goto('/login/recover-password');
  await untilHydrated(page);
  await page.getByLabel('E-mail').fill('visitante@demo.example');
  await page.getByRole('button', { name: /Enviar/ }).click();
  await expect(page.getByText(/Se houver uma conta com este e-mail/)).toBeVisible();

  const link = await expect
    .poll(async () => /\/login\/recover-password\/?\?token=[\w-]+/.exec(await outbox(page))?.[0] ?? '')
    .not.toBe('')
    .then(async () => /\/login\/recover-password\/?\?token=[\w-]+/.exec(await outbox(page))?.[0] ?? '');
  await page.goto(link);
  await untilHydrated(page);
  await page.getByLabel('Nova senha', { exact: true }).fill('curta');
  await page.getByRole('button', { name: /Salvar/ }).click();
  await expect(page.getByText(/Pelo menos 10 caracteres|no mínimo|pelo menos/i).first()).toBeVisible();
  await page.getByLabel('Nova senha', { exact: true }).fill('Caminho novo 42');
  await page.getByRole('button', { name: /Salvar/ }).click();
  await page.waitForURL(/\/login\/main/);

  const other = await browser.newContext();
  const again = await other.newPage();
  await again.goto(new URL(link, page.url()).href);
  await untilHydrated(again);
  await again.getByLabel('Nova senha', { exact: true }).fill('Outro caminho 43');
  await again.getByRole('button', { name: /Salvar/ }).click();
  await expect(again.getByText(/não vale mais/)).toBeVisible();
  await other.close();
});

const outbox = async (page: { request: { get(url: string): Promise<{ text(): Promise<string> }> } }) =>
  (await page.request.get('/dev/outbox')).text();

test.describe('with a postal-code service that does not answer', () => {
  test.use({ tolerated: [/status of 503/] });
  test('Carla confirms her data in three steps and is let in (VALID-01, PROFILE-04, GUARD-09)', async ({ page }) => {
    await page.goto('/login/main');
    await untilHydrated(page);
    await page.getByLabel('E-mail ou CPF').fill('pendente@demo.example');
    await page.getByLabel('Senha', { exact: true }).fill('portal-demo');
    await page.getByRole('button', { name: 'Entrar', exact: true }).click();
    await page.waitForURL(/\/profile-update\/start$/);
    await page.getByRole('link', { name: 'Conferir meus dados' }).click();
    await page.waitForURL(/\/profile-update\/form$/);
    await untilHydrated(page);
    await expect(page.getByLabel('CPF')).toHaveValue('390.533.447-05');
    await page.getByRole('button', { name: 'Continuar' }).click();
    await expect(page.getByLabel('Telefone com DDD')).toHaveValue('(19) 99222-3344');
    await page.getByRole('button', { name: 'Continuar' }).click();
    await page.getByRole('button', { name: 'Confirmar meus dados' }).click();
    await expect(page.getByLabel('CEP')).toBeFocused();
    await page.getByLabel('CEP').fill('13015904');
    await page.getByRole('button', { name: 'Confirmar meus dados' }).click();
    await page.waitForURL(/\/dashboard$/);
    await expect(page.getByRole('heading', { level: 1, name: /Carla/ })).toBeVisible();
  });

  test('of an empty book leads through the registration to a dashboard (BOOK-04, BOOK-05, PROFILE-04)', async ({
    page,
  }) => {
    await page.goto('/login/form');
    await untilHydrated(page);
    await page.getByLabel('Código do livro').fill('KNN-LIVRO-0002');
    await page.getByRole('button', { name: 'Continuar' }).click();
    await page.waitForURL(/\/profile-creation\/new-user$/);
    await expect(page.getByText(/On the Way 1 ainda não tem dono/)).toBeVisible();
    await expect(page.getByRole('navigation', { name: 'Principal' })).toHaveCount(0);
    await page.getByRole('link', { name: 'Criar meu cadastro' }).click();
    await page.waitForURL(/\/profile-creation\/form$/);
    await untilHydrated(page);

    const goOn = page.getByRole('button', { name: 'Continuar' });
    await goOn.click();
    await expect(page.getByLabel('Nome completo')).toBeFocused();
    await page.getByLabel('Nome completo').fill('Otávio Brandão');
    await page.getByLabel('CPF').fill('11144477736');
    await goOn.click();
    await expect(page.getByText('CPF inválido')).toBeVisible();
    await page.getByLabel('CPF').fill('45317828791');
    await expect(page.getByLabel('CPF')).toHaveValue('453.178.287-91');
    await page.getByLabel('CPF').fill('04425823079');
    await goOn.click();
    await page.getByLabel('E-mail').fill('otavio@teste.example');
    await page.getByLabel('Telefone com DDD').fill('19987654321');
    await goOn.click();
    await page.getByLabel('CEP').fill('13015904');
    await page.getByLabel('Rua').fill('Rua das Palmeiras');
    await page.getByLabel('Número').fill('12');
    await expectNoAxeFindings(page);
    await goOn.click();
    await page.getByLabel('Crie uma senha').fill('Caminho novo 42');
    await page.getByRole('button', { name: 'Criar meu cadastro' }).click();
    await page.waitForURL((url) => !url.pathname.startsWith('/profile-creation'));
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  });
});
