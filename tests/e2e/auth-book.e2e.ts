import { emailTokenCookie } from '../../src/lib/session.ts';
import { logIn, openAccountMenu } from './support/log-in.ts';
import { expect, expectNoAxeFindings, freshTest, test, untilHydrated } from './support/portal-test.ts';
import { fillRegistration } from './support/registration.ts';

const OF_ANA = '11111111-1111-4111-8111-111111111111';
const OF_NOBODY = '22222222-2222-4222-8222-222222222222';

test.describe('the typed code', () => {
  test.use({ tolerated: [/status of (40\d|503)/] });
  test.beforeEach(async ({ page }) => {
    await page.goto('/login/livro');
    await untilHydrated(page);
  });

  test('a linked book asks for its owner, and opens no finance pages without a password (AUTH-07, BOOK-04)', {
    tag: '@connected',
  }, async ({ page }) => {
    await page.getByLabel('Código do livro').fill('knn-livro-0001');
    await page.getByRole('button', { name: 'Continuar' }).click();
    const name = page.getByLabel(/E-mail ou CPF/);
    await expect(name).toBeFocused();
    await expect(name).toHaveAccessibleDescription(/Este livro já tem dono/);
    await page.keyboard.press('Enter');
    await expect(name).toHaveAccessibleDescription('Este campo é obrigatório');
    await name.fill('aluna@demo.example');
    await page.getByRole('button', { name: 'Continuar' }).click();
    await page.waitForURL(/\/dashboard$/);
    for (const path of ['/financial', '/avisos', '/pedagogico/notas/1', '/aula-online/list']) {
      await page.goto(path);
      await expect(page).toHaveURL(/\/login\/form\?.*motivo=senha/);
    }
  });

  test('the navigation of a linked book shows its pages, and the way to the rest (S17)', { tag: '@deep' }, async ({
    page,
  }) => {
    await page.getByLabel('Código do livro').fill('KNN-LIVRO-0001');
    await page.getByLabel(/E-mail ou CPF/).fill('aluna@demo.example');
    await page.getByRole('button', { name: 'Continuar' }).click();
    await page.waitForURL(/\/dashboard$/);
    await expect(page.getByText('Você entrou com o código do livro')).toBeVisible();
    const main = page.getByRole('navigation', { name: 'Principal' }).filter({ visible: true });
    await expect(main.getByRole('link').filter({ hasText: /Clube|Pagamentos|Material|Aula online/ })).toHaveCount(0);
    await expect(page.getByRole('link', { name: /Avisos|avisos/ })).toHaveCount(0);
    await expectNoAxeFindings(page);
    await expect(main.getByRole('link', { name: 'Estudar' })).toHaveAttribute('href', '/pedagogico/list');
    await page.goto('/pedagogico/list');
    await expect(page.getByRole('heading', { name: 'Turmas' })).toBeVisible();
    await expect(page.getByRole('link', { name: /Notas e atividades/ })).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Adicionar livro' })).toHaveCount(0);
    const link = page.getByRole('main').getByRole('link', { name: 'Entrar com senha' });
    await page.goto((await link.getAttribute('href')) ?? '');
    await expect(page.getByRole('heading', { name: 'Confirme que é você' })).toBeVisible();
  });

  test('a book code keeps a link that confirms an e-mail until the password (AUTH-13, AUTH-15)', {
    tag: '@deep',
  }, async ({ page, context }) => {
    const stored = async () => (await context.cookies()).some(({ name }) => name === emailTokenCookie);
    await page.getByLabel('Código do livro').fill('KNN-LIVRO-0001');
    await page.getByLabel(/E-mail ou CPF/).fill('aluna@demo.example');
    await page.getByRole('button', { name: 'Continuar' }).click();
    await page.waitForURL(/\/dashboard$/);
    await page.goto('/dashboard?token_email=abc');
    await expect(page).toHaveURL(/\/dashboard$/);
    await expect(page.getByText('Falta confirmar seu e-mail: entre com sua senha')).toBeVisible();
    expect(await stored()).toBe(true);
    await page.goto('/pedagogico/list');
    await expect(page.getByRole('heading', { name: 'Turmas' })).toBeVisible();
    await expect(page.getByText('Falta confirmar seu e-mail')).toHaveCount(0);
    await logIn(page, 'aluna@demo.example');
    await page.goto('/dashboard');
    await expect(page.getByText('Este link de confirmação não vale mais.')).toBeVisible();
    expect(await stored()).toBe(false);
  });

  test('a typed code with another user name is refused, and both fields stay (AUTH-07, BOOK-11)', {
    tag: '@deep',
  }, async ({ page }) => {
    await page.getByLabel('Código do livro').fill('KNN-LIVRO-0001');
    await page.getByLabel(/E-mail ou CPF/).fill('visitante@demo.example');
    await page.getByRole('button', { name: 'Continuar' }).click();
    await expect(page.getByRole('alert')).toBeVisible();
    await expect(page.getByRole('alert')).not.toContainText(/Ana/);
    await expect(page.getByLabel('Código do livro')).toHaveValue('KNN-LIVRO-0001');
    await expect(page.getByLabel(/E-mail ou CPF/)).toHaveValue('visitante@demo.example');
  });

  test('a code without an owner, and a malformed code, are refused with a message', { tag: '@deep' }, async ({
    page,
  }) => {
    for (const [code, words] of [
      ['KNN-LIVRO-9999', /Não encontramos um livro com este código/],
      [`https://evil.example/${OF_ANA}`, /é de outro site/],
      ['???', /não é de um livro nosso/],
    ] as const) {
      await page.getByLabel('Código do livro').fill(code);
      await page.getByRole('button', { name: 'Continuar' }).click();
      await expect(page.getByRole('alert').filter({ hasText: words })).toBeVisible();
      await expect(page.getByLabel('Código do livro')).toHaveValue(code);
    }
  });
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });
  test('an empty code is an error; a valid one opens the dashboard (AUTH-07)', {
    tag: ['@connected', '@deep'],
  }, async ({ page }) => {
    await page.goto('/login/livro');
    await page.getByRole('button', { name: 'Continuar' }).click();
    await expect(page.getByLabel('Código do livro')).toHaveAccessibleDescription('Este campo é obrigatório');
    await expect(page.getByRole('alert').filter({ hasText: /./ })).toHaveText('Confira o campo marcado.');
    await page.getByLabel('Código do livro').fill('KNN-LIVRO-0001');
    await page.getByLabel(/E-mail ou CPF/).fill('aluna@demo.example');
    await page.getByRole('button', { name: 'Continuar' }).click();
    await expect(page.getByRole('heading', { level: 1, name: /Ana/ })).toBeVisible();
  });
});

test.describe('an empty book', () => {
  test.use({ tolerated: [/status of (4\d\d|503)/] });

  test('the page of an empty book has no navigation, and pages that need an account ask for one (BOOK-05, GUARD-05)', {
    tag: '@connected',
  }, async ({ page }) => {
    await page.goto('/login/livro');
    await untilHydrated(page);
    await page.getByLabel('Código do livro').fill(OF_NOBODY);
    await page.getByRole('button', { name: 'Continuar' }).click();
    await page.waitForURL(/\/profile-creation\/new-user$/);
    await expect(page.getByRole('navigation', { name: 'Principal' })).toHaveCount(0);
    for (const path of ['/financial', '/me', '/manager-panel']) {
      await page.goto(path);
      expect(new URL(page.url()).pathname, path).toBe('/login/main');
    }
    await page.goto('/');
    await expect(page).toHaveURL(/\/dashboard$/);
    await expect(page.getByRole('heading', { name: 'Seu livro chegou!' })).toBeVisible();
    await page.goto('/english-test');
    expect(new URL(page.url()).pathname).toBe('/english-test');
    await expect(page.getByRole('navigation', { name: 'Principal' })).toHaveCount(0);
  });

  test('an address of another book leads back to the opened one (C14)', { tag: '@deep' }, async ({ page }) => {
    await page.goto('/login/livro');
    await untilHydrated(page);
    await page.getByLabel('Código do livro').fill(OF_NOBODY);
    await page.getByRole('button', { name: 'Continuar' }).click();
    await page.waitForURL(/\/profile-creation\/new-user$/);
    await page.goto('/pedagogico/minha-pratica/1');
    await expect(page.getByRole('heading', { name: 'Este livro não está entre os seus' })).toBeVisible();
    await expectNoAxeFindings(page);
    await page.getByRole('link', { name: 'Começar com meu livro' }).click();
    await expect(page.getByRole('heading', { name: 'Seu livro chegou!' })).toBeVisible();
  });

  test('a refused registration shows one message, and keeps the typed fields (ERR-17, ROLE-08)', {
    tag: '@deep',
  }, async ({ page }) => {
    await page.route('**/api/v1/portal/cep/**', (route) => route.fulfill({ status: 503, json: { detail: '' } }));
    await page.goto('/login/livro');
    await untilHydrated(page);
    await page.getByLabel('Código do livro').fill(OF_NOBODY);
    await page.getByRole('button', { name: 'Continuar' }).click();
    await page.waitForURL(/\/profile-creation\/new-user$/);
    await page.goto('/profile-creation/form');
    await untilHydrated(page);
    // The CPF is Ana's.
    await fillRegistration(page, '52998224725');
    await page.getByRole('button', { name: 'Criar meu cadastro' }).click();
    await expect(page.getByRole('alert').filter({ hasText: 'Não foi possível concluir o cadastro' })).toBeVisible();
    await expect(page.getByLabel('Crie uma senha')).toHaveValue('Caminho novo 42');
    for (const _step of [3, 2, 1]) await page.getByRole('button', { name: 'Voltar' }).click();
    await expect(page.getByLabel('CPF')).toHaveValue('529.982.247-25');
    await expect(page.getByLabel('Nome completo')).toHaveValue('Otávio Brandão');
  });
});

freshTest.describe('registration with an empty book', () => {
  freshTest.use({ tolerated: [/status of (4\d\d|503)/] });

  freshTest(
    'four validated steps lead to a dashboard (BOOK-04…06, PROFILE-04, VALID-19, VALID-22)',
    async ({ page }) => {
      await page.route('**/api/v1/portal/cep/**', (route) => route.fulfill({ status: 503, json: { detail: '' } }));
      await page.goto('/login/livro');
      await untilHydrated(page);
      await page.getByLabel('Código do livro').fill('KNN-LIVRO-0002');
      await page.getByRole('button', { name: 'Continuar' }).click();
      await page.waitForURL(/\/profile-creation\/new-user$/);
      await page.getByRole('link', { name: 'Criar meu cadastro' }).click();
      await page.waitForURL(/\/profile-creation\/form$/);
      await untilHydrated(page);

      const goOn = page.getByRole('button', { name: 'Continuar' });
      await goOn.click();
      await expect(page.getByLabel('Nome completo')).toBeFocused();
      await page.getByLabel('Nome completo').fill('Otávio Brandão');
      await page.getByLabel('CPF').fill('11144477736');
      await expect(page.getByLabel('CPF')).toHaveValue('111.444.777-36');
      await goOn.click();
      await expect(page.getByLabel('CPF')).toHaveAccessibleDescription('CPF inválido');
      await page.getByLabel('CPF').fill('04425823079');
      await goOn.click();

      await expect(page.getByText('Passo 2 de 4')).toBeVisible();
      await page.getByLabel('E-mail').fill('otavio@');
      await page.getByLabel('Telefone com DDD').fill('19987654321');
      await expect(page.getByLabel('Telefone com DDD')).toHaveValue('(19) 98765-4321');
      await goOn.click();
      await expect(page.getByLabel('E-mail')).toHaveAccessibleDescription('Por favor, insira um e-mail válido');
      await page.getByLabel('E-mail').fill('otavio@teste.example');
      await goOn.click();

      await page.getByLabel('CEP').fill('13015904');
      await expect(page.getByLabel('CEP')).toHaveValue('13015-904');
      await page.getByLabel('Rua').fill('Rua das Palmeiras');
      await page.getByLabel('Número').fill('S/N');
      await expectNoAxeFindings(page);
      await goOn.click();
      await page.getByLabel('Crie uma senha').fill('curta');
      await page.getByRole('button', { name: 'Criar meu cadastro' }).click();
      await expect(page.getByLabel('Crie uma senha')).toHaveAccessibleDescription('Use no mínimo 10 caracteres');
      await page.getByLabel('Crie uma senha').fill('Caminho novo 42');
      await page.getByRole('button', { name: 'Criar meu cadastro' }).click();
      const consent = page.getByLabel(/^Concordo que a escola/);
      await expect(consent).toHaveAccessibleDescription('Para criar o cadastro, marque que concorda');
      await consent.check();
      await page.getByRole('button', { name: 'Criar meu cadastro' }).click();
      await page.waitForURL(/\/dashboard$/);
      await expect(page.getByRole('heading', { level: 1, name: /Otávio/ })).toBeVisible();
    },
  );
});

freshTest.describe('a child with an empty book', () => {
  freshTest.use({ tolerated: [/status of (4\d\d|503)/] });

  freshTest(
    'a child names a guardian, keeps the typed fields over a reload, and logs in (VALID-06, PROFILE-01)',
    async ({ page }) => {
      await page.route('**/api/v1/portal/cep/**', (route) => route.fulfill({ status: 503, json: { detail: '' } }));
      await page.goto('/login/livro');
      await untilHydrated(page);
      await page.getByLabel('Código do livro').fill('KNN-LIVRO-0002');
      await page.getByRole('button', { name: 'Continuar' }).click();
      await page.waitForURL(/\/profile-creation\/new-user$/);
      await page.getByRole('link', { name: 'Criar meu cadastro' }).click();
      await page.waitForURL(/\/profile-creation\/form$/);
      await untilHydrated(page);
      const goOn = page.getByRole('button', { name: 'Continuar' });
      await page.getByLabel('Nome completo').fill('Zoe Brandão');
      await page.getByLabel('CPF').fill('04425823079');
      await page.getByLabel('Data de nascimento').pressSequentially(`3/2/${new Date().getFullYear() - 11}`);
      await goOn.click();

      await expect(page.getByRole('heading', { name: 'Quem responde por você' })).toBeFocused();
      await expect(page.getByText('Passo 2 de 5')).toBeVisible();
      await page.getByLabel('Nome completo do responsável').fill('Marta Brandão');
      await goOn.click();
      await expect(page.getByLabel('Parentesco')).toHaveAccessibleDescription('Este campo é obrigatório');
      await page.getByLabel('Parentesco').fill('Mãe');
      await page.getByLabel('CPF do responsável').fill('27865757379');
      await page.getByLabel('E-mail do responsável').fill('marta@teste.example');
      await page.getByLabel('Telefone do responsável').fill('19994440000');
      await expectNoAxeFindings(page);

      await page.reload();
      await untilHydrated(page);
      await expect(page.getByText('Passo 2 de 5')).toBeVisible();
      await expect(page.getByLabel('CPF do responsável')).toHaveValue('278.657.573-79');
      await goOn.click();
      // The family's address: another account has it already.
      await page.getByLabel('E-mail', { exact: true }).fill('familia@demo.example');
      await page.getByLabel('Telefone com DDD').fill('19987654321');
      await goOn.click();
      await page.getByLabel('CEP').fill('13015904');
      await page.getByLabel('Rua').fill('Rua das Palmeiras');
      await page.getByLabel('Número').fill('12');
      await goOn.click();
      await page.getByLabel('Crie uma senha').fill('1234567890');
      await page.getByLabel(/^Concordo que a escola/).check();
      await page.getByRole('button', { name: 'Criar meu cadastro' }).click();
      await expect(page.getByText('Passo 5 de 5')).toBeVisible();
      await expect(page.getByLabel('Crie uma senha')).toHaveAccessibleDescription(/muito comum/);
      await page.getByLabel('Crie uma senha').fill('Caminho novo 42');
      await page.getByRole('button', { name: 'Criar meu cadastro' }).click();
      await page.waitForURL(/\/dashboard$/);
      await page.goto('/me/dados');
      await expect(page.getByText('Falta confirmar').first()).toBeVisible();
      await expect(page.getByText(/Enviamos um link para marta@teste\.example/)).toBeVisible();
      expect(await page.evaluate(() => sessionStorage.getItem('cadastro-novo'))).toBeNull();
    },
  );
});

test('the menu names the account if its login is shared with another (AUTH-07, AUTH-05)', {
  tag: '@deep',
}, async ({ page }) => {
  await page.goto('/login/livro');
  await untilHydrated(page);
  await page.getByLabel('Código do livro').fill('KNN-LIVRO-0003');
  await page.getByLabel(/E-mail ou CPF/).fill('familia@demo.example');
  await page.getByRole('button', { name: 'Continuar' }).click();
  await page.waitForURL(/\/dashboard$/);
  await expect(await openAccountMenu(page)).toContainText('Davi Reis');
});

freshTest('BOOK-07 an own book is unlinked on its card, after a confirmation', async ({ page }) => {
  await logIn(page, 'aluna@demo.example');
  await page.goto('/pedagogico/list');
  const ask = page.getByRole('button', { name: /^Desvincular / });
  expect((await ask.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  await ask.click();
  await expect(page.getByText('o progresso nas unidades volta ao começo')).toBeVisible();
  await page.getByRole('button', { name: 'Sim, desvincular' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Livro desvinculado' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Seu primeiro livro entra aqui' })).toBeVisible();
});
