import { png } from '../support/sample-files.ts';
import { logIn } from './support/log-in.ts';
import { inMail } from './support/mails.ts';
import { expect, expectNoAxeFindings, freshTest, test, untilHydrated } from './support/portal-test.ts';
import { openPortal } from './support/portals.ts';

test.describe('without a script', () => {
  test.use({ javaScriptEnabled: false });

  test('PROFILE-02 data and picture are changed, and errors are shown at their fields', async ({ page, loginAs }) => {
    await loginAs('visitante@demo.example');
    await page.goto('/me');
    await page.getByRole('link', { name: /Meus dados/ }).click();
    const phone = page.getByLabel('Telefone com DDD');
    await phone.fill('123');
    await page.getByRole('button', { name: 'Salvar', exact: true }).click();
    await expect(phone).toHaveAccessibleDescription(/telefone|inválido/i);
    await expect(phone).toHaveValue('123');
    await phone.fill('(48) 99111-2299');
    await page.getByLabel('Complemento').fill('Apto 3');
    await page.getByRole('button', { name: 'Salvar', exact: true }).click();
    await expect(page.getByText('Dados salvos.')).toBeVisible();
    await expect(page.getByLabel('Complemento')).toHaveValue('Apto 3');
    await page
      .getByLabel('Escolher arquivo: Foto do perfil')
      .setInputFiles({ name: 'eu.txt', mimeType: 'text/plain', buffer: Buffer.from('x') });
    await page.getByRole('button', { name: 'Enviar arquivo' }).click();
    await expect(page.getByLabel('Escolher arquivo: Foto do perfil')).toHaveAccessibleDescription(
      'Este tipo de arquivo não é aceito. Envie PNG, JPG, WEBP.',
    );
    await page
      .getByLabel('Escolher arquivo: Foto do perfil')
      .setInputFiles({ name: 'eu.png', mimeType: 'image/png', buffer: png });
    await page.getByRole('button', { name: 'Enviar arquivo' }).click();
    await expect(page.getByText('Foto trocada.')).toBeVisible();
    await expect(page.locator('main img[src^="/api/v1/portal/avatars/"]')).toBeVisible();
    await page.getByRole('button', { name: 'Remover foto' }).click();
    await expect(page.getByText('Foto retirada.')).toBeVisible();
  });

  test.describe('a file above the limit', () => {
    test.use({ tolerated: [/status of 413/] });
    test('a file above the limit shows a page with a message and the way back', { tag: '@deep' }, async ({
      page,
      loginAs,
    }) => {
      await loginAs('visitante@demo.example');
      await page.goto('/me/dados');
      await page
        .getByLabel('Escolher arquivo: Foto do perfil')
        .setInputFiles({ name: 'grande.png', mimeType: 'image/png', buffer: Buffer.alloc(4 * 1_048_576) });
      await page.getByRole('button', { name: 'Enviar arquivo' }).click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Isto é grande demais para enviar');
      await expect(page.getByRole('alert')).toContainText('O arquivo passa de 2 MB.');
      await page.getByRole('link', { name: 'Tentar de novo' }).click();
      await expect(page).toHaveURL(/\/me\/dados$/);
    });
  });

  test('theme and text size of one browser apply to the next one of the same person', { tag: '@deep' }, async ({
    page,
    browser,
    baseURL,
  }) => {
    const logIn = async (where: typeof page) => {
      await where.goto('/login/main');
      await where.getByLabel('E-mail ou CPF').fill('visitante@demo.example');
      await where.getByLabel('Senha', { exact: true }).fill('portal-demo');
      await where.getByRole('button', { name: 'Entrar', exact: true }).click();
      await where.goto('/me');
    };
    await logIn(page);
    await page.getByRole('main').getByRole('button', { name: 'Escuro' }).click();
    await page.getByRole('main').getByRole('button', { name: 'Grande' }).click();
    const html = (where: typeof page) => where.locator('html');
    await expect(html(page)).toHaveAttribute('data-theme', 'knn-dark');
    const other = await browser.newContext({ baseURL: baseURL ?? '', javaScriptEnabled: false });
    try {
      const elsewhere = await other.newPage();
      await logIn(elsewhere);
      await expect(html(elsewhere)).toHaveAttribute('data-theme', 'knn-dark');
      await expect(html(elsewhere)).toHaveAttribute('data-text', 'grande');
      // A choice there does not change this browser.
      await elsewhere.getByRole('main').getByRole('button', { name: 'Claro' }).click();
      await page.reload();
      await expect(html(page)).toHaveAttribute('data-theme', 'knn-dark');
    } finally {
      await other.close();
    }
  });

  test('Davi switches to Eva and back without a password', async ({ page }) => {
    await page.goto('/login/main');
    await page.getByLabel('E-mail ou CPF').fill('familia@demo.example');
    await page.getByLabel('Senha', { exact: true }).fill('portal-demo');
    await page.getByRole('button', { name: 'Entrar', exact: true }).click();
    await page.getByRole('button', { name: /Davi Reis/ }).click();
    await page.goto('/me/acesso');
    await page.getByRole('button', { name: 'Trocar para Eva Reis' }).click();
    await page.waitForURL('**/dashboard');
    await page.goto('/me/acesso');
    await expect(page.getByRole('button', { name: 'Trocar para Davi Reis' })).toBeVisible();
    await page.goto('/me');
    await expect(page.locator('main').getByText('Eva Reis')).toBeVisible();
  });
});

test('the export is a ZIP of everything', async ({ page, loginAs }) => {
  await loginAs('aluna@demo.example');
  await page.goto('/me/privacidade');
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Baixar em ZIP' }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/^meus-dados-.*\.zip$/);
});

const hastyTest = freshTest.extend({
  // Without days of grace: an erasure is seen at once.
  baseURL: async ({ browserName: _any }, use) => {
    const portal = await openPortal({ ERASURE_GRACE_DAYS: '0' });
    await use(portal.address);
    await portal.close();
  },
});

hastyTest.describe('irreversible acts', () => {
  hastyTest.use({ javaScriptEnabled: false, tolerated: [/status of 400/] });

  hastyTest('S15, S16 a new password, a logout everywhere, and an erased account', async ({ page }) => {
    const password = 'Caminho novo 42';
    const enter = async (word: string) => {
      await page.goto('/login/main');
      await page.getByLabel('E-mail ou CPF').fill('visitante@demo.example');
      await page.getByLabel('Senha', { exact: true }).fill(word);
      await page.getByRole('button', { name: 'Entrar', exact: true }).click();
    };
    const change = async (word: string) => {
      await page.getByLabel('Senha atual').fill(word);
      await page.getByLabel('Nova senha').fill(password);
      await page.getByRole('button', { name: 'Trocar a senha' }).click();
    };
    await enter('portal-demo');
    await page.waitForURL('**/dashboard');
    await page.goto('/me/acesso');
    await change('errada');
    await expect(page.getByLabel('Senha atual')).toHaveAccessibleDescription('A senha atual não confere');
    await change('portal-demo');
    await expect(page.getByText('Senha alterada.')).toBeVisible();
    await expect(page.getByText('Este aparelho')).toBeVisible();
    await page.getByRole('button', { name: 'Sair de todos os aparelhos' }).click();
    await page.waitForURL('**/login/main**');
    await page.goto('/me');
    await page.waitForURL('**/login/main**');

    await enter(password);
    await page.waitForURL('**/dashboard');
    await page.goto('/me/privacidade');
    await page.getByText('Quero apagar minha conta').click();
    await page.getByLabel('Sua senha').fill(password);
    await page.getByRole('button', { name: 'Apagar minha conta' }).click();
    await expect(page.getByText('Sua conta foi apagada')).toBeVisible();
    await enter(password);
    await expect(page.getByRole('alert')).toBeVisible();
    await expect(page).toHaveURL(/login/);
  });
});

freshTest(
  'A2 a new e-mail needs verification, and the old address can undo the change',
  async ({ page, browser, baseURL }) => {
    await logIn(page, 'visitante@demo.example');
    await page.goto('/me/dados');
    const card = page.getByRole('region', { name: 'E-mail' });
    await card.locator('summary').click();
    await card.getByLabel('E-mail novo').fill('bruno.novo@teste.example');
    await card.getByLabel('Sua senha').fill('outra senha qualquer');
    await card.getByRole('button', { name: 'Trocar o e-mail' }).click();
    await expect(card.getByRole('alert')).toBeInViewport();
    await expect(card.getByLabel('E-mail novo')).toHaveValue('bruno.novo@teste.example');
    await card.getByLabel('Sua senha').fill('portal-demo');
    await card.getByRole('button', { name: 'Trocar o e-mail' }).click();
    await expect(card.getByText('Falta confirmar o e-mail novo')).toBeInViewport();
    await expect(card).toContainText('visitante@demo.example');
    await expectNoAxeFindings(page);

    // An open page may send a call at any moment, and notice that its session ended.
    const link = await inMail(page, /\/desfazer-email\/[\w-]+/);
    await page.goto('about:blank');
    const mailbox = await (await browser.newContext({ baseURL })).newPage();
    await mailbox.goto(link);
    await expect(mailbox.getByRole('main')).toContainText('vi***@demo.example para br***@teste.example');
    await expectNoAxeFindings(mailbox);
    await mailbox.getByRole('button', { name: 'Não fui eu: desfazer' }).click();
    await expect(mailbox.getByText('o e-mail voltou a ser o de antes')).toBeVisible();
    await untilHydrated(mailbox);
    await mailbox.getByLabel('Nova senha').fill('Caminho novo 42');
    await mailbox.getByRole('button', { name: 'Salvar nova senha' }).click();
    await mailbox.waitForURL(/\/login\/main|\/dashboard/);
    // The browser that requested the change is logged out.
    await page.goto('/me/dados');
    await expect(page).toHaveURL(/\/login\/main\?.*motivo=sessao/);
  },
);
