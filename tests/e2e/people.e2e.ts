import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { REGISTRATION_CONSENT } from '../../src/lib/rules/account/registration-consent.ts';
import { logIn } from './support/log-in.ts';
import { expect, expectNoAxeFindings, freshTest, test, untilHydrated } from './support/portal-test.ts';
import { openPortal } from './support/portals.ts';

const HELENA = 'gestora@demo.example';
const EMPTY_BOOK = '22222222-2222-4222-8222-222222222222';
const panel = '/manager-panel';
const card = (page: Page, name: string | RegExp) => page.getByRole('region', { name });

freshTest(
  'MANAGER-06 Helena finds Ana, corrects her telephone, and the log records it',
  { tag: '@both' },
  async ({ page }) => {
    await logIn(page, HELENA);
    await page.goto(`${panel}/profile`);
    await untilHydrated(page);
    await page.getByLabel(/^Nome, matrícula/).fill('(19) 99123-4567');
    await expect(page).toHaveURL(/q=/);
    await expect(page.locator('tbody tr')).toHaveCount(1);
    await page.getByRole('link', { name: 'Ana Souza', exact: true }).click();
    await page.getByRole('button', { name: 'Mais ações: Ana Souza' }).click();
    await page.getByRole('link', { name: 'Mudar os dados' }).last().click();

    const data = card(page, 'Dados');
    const phone = data.getByLabel('Telefone', { exact: true });
    await expect(phone).toHaveValue('(19) 99123-4567');
    await phone.fill('999');
    await data.getByLabel('Complemento').fill('Casa 2');
    await data.getByRole('button', { name: 'Salvar' }).click();
    await expect(page.getByRole('alert')).toContainText('Confira o campo marcado');
    await expect(page.getByText('Telefone inválido')).toBeVisible();
    await expect(data.getByLabel('Complemento')).toHaveValue('Casa 2');
    await expectNoAxeFindings(page);
    await phone.fill('');
    await phone.pressSequentially('19988887777');
    await expect(phone).toHaveValue('(19) 98888-7777');
    await data.getByRole('button', { name: 'Salvar' }).click();
    await expect(page.getByRole('status').filter({ hasText: 'Dados salvos' })).toBeVisible();
    await page.getByRole('link', { name: 'Ver a pessoa' }).click();
    await expect(card(page, 'O que mudou')).toContainText(/\(19\) 99123-4567.*\(19\) 98888-7777/s);
    await expectNoAxeFindings(page);

    await page.goto(`${panel}/auditoria?tipo=mudancas`);
    const newest = page.locator('tbody tr').first();
    await expect(newest).toContainText(/Helena Prado\s*mudou os dados.*Ana Souza.*Telefone.*Complemento/s);
    await expectNoAxeFindings(page);
    await newest.getByRole('button', { name: /^Mais ações/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Ver o que mudou' }).click();
    await expect(page.getByRole('dialog', { name: 'Ver o que mudou' })).toContainText('(19) 98888-7777');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: /^Filtrar/ }).click();
    await page
      .getByRole('dialog', { name: 'Filtrar' })
      .getByRole('link', { name: /^Igor Melo/ })
      .click();
    await expect(page.getByText('Nada encontrado')).toBeVisible();
  },
);

freshTest.describe('without a script', () => {
  freshTest.use({ javaScriptEnabled: false });

  freshTest(
    'VALID-05 a birth date is accepted as people write it, and an invalid one stays in the field',
    { tag: '@deep' },
    async ({ page }) => {
      await logIn(page, HELENA);
      await page.goto(`${panel}/profile/1/dados`);
      const data = card(page, 'Dados');
      const birth = data.getByLabel('Data de nascimento');
      const save = () => data.getByRole('button', { name: 'Salvar' }).click();
      await expect(birth).toHaveValue(/^\d\d\/\d\d\/\d{4}$/);
      for (const [typed, words] of [
        ['31/02/2000', 'Esse dia não existe no calendário'],
        ['03/2000', 'Escreva a data com dia, mês e ano, como 25/12/2001'],
        ['03/02/2999', 'Essa data ainda não chegou: confira o ano'],
        ['03/02/1820', 'Confira o ano de nascimento'],
      ] as const) {
        await birth.fill(typed);
        await save();
        await expect(birth).toHaveAccessibleDescription(words);
        await expect(birth).toHaveValue(typed);
      }
      await birth.fill('3/2/2000');
      await save();
      await expect(page.getByRole('status').filter({ hasText: 'Dados salvos' })).toBeVisible();
      await expect(birth).toHaveValue('03/02/2000');
    },
  );
});

freshTest('two managers who save at once do not undo each other', { tag: '@deep' }, async ({ page, context }) => {
  await logIn(page, HELENA);
  await page.goto(`${panel}/profile/1/dados`);
  const other = await context.newPage();
  await other.goto(`${panel}/profile/1/dados`);
  const city = (on: Page) => card(on, 'Dados').getByLabel('Cidade');
  const save = (on: Page) => card(on, 'Dados').getByRole('button', { name: 'Salvar' }).click();
  await city(other).fill('Jundiaí');
  await save(other);
  await expect(other.getByRole('status').filter({ hasText: 'Dados salvos' })).toBeVisible();
  await city(page).fill('Valinhos');
  await save(page);
  await expect(page.getByRole('alert')).toContainText('Alguém mudou estes dados');
  await expect(page.getByText('Agora está: Jundiaí')).toBeVisible();
  await expect(city(page)).toHaveValue('Valinhos');
  await save(page);
  await expect(page.getByRole('status').filter({ hasText: 'Dados salvos' })).toBeVisible();
  await expect(city(page)).toHaveValue('Valinhos');
});

freshTest('BOOK-07 a book gets a reader, a new code, and is free again', async ({ page }) => {
  await logIn(page, HELENA);
  await page.goto(`${panel}/book`);
  const find = card(page, 'De quem é este livro?');
  await find.getByLabel('Código do livro').fill('KNN-LIVRO-9999');
  await find.getByRole('button', { name: 'Procurar' }).click();
  await expect(page.getByText(/Não encontramos um livro com este código/)).toBeVisible();
  await untilHydrated(page);
  await page.getByRole('button', { name: 'Ler QR code' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Código do livro').fill(EMPTY_BOOK);
  await dialog.getByRole('button', { name: 'Ver o livro' }).click();
  await expect(find.getByText('Este livro não está ligado a ninguém.')).toBeVisible();
  await find.getByLabel(/^Nome, matrícula/).fill('felipe');
  await find.getByRole('button', { name: 'Buscar' }).click();
  await expectNoAxeFindings(page);
  await find.getByRole('button', { name: 'Ligar o livro a Felipe Nunes' }).click();

  const books = card(page, 'Livros de Felipe Nunes');
  await expect(page.getByRole('status').filter({ hasText: 'Livro ligado' })).toBeVisible();
  await page.waitForLoadState();
  const before = await books.getByRole('listitem').count();
  await books.locator('summary', { hasText: 'Trocar o código' }).first().click();
  await books.getByRole('button', { name: 'Trocar o código' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'código novo' })).toBeVisible();
  await expectNoAxeFindings(page);
  await books.locator('summary', { hasText: 'Desvincular' }).first().click();
  await books.getByRole('button', { name: 'Desvincular o livro' }).first().click();
  await expect(page.getByRole('status').filter({ hasText: 'Livro desvinculado' })).toBeVisible();
  await expect(books.getByRole('listitem')).toHaveCount(before - 1);
  await page.goto(`${panel}/auditoria`);
  await expect(page.getByRole('main')).toContainText(
    /desvinculou um livro.*de Felipe Nunes.*trocou o código do livro.*ligou um livro/s,
  );
});

test('“Por que Felipe não recebeu?” explains it in a sentence', async ({ page, loginAs }) => {
  await loginAs(HELENA);
  await page.goto(`${panel}/profile/6`);
  await expect(card(page, 'Mensagens e avisos')).toContainText(
    /Felipe ainda não ativou as notificações em nenhum aparelho\..*Peça para abrir o portal/s,
  );
  await page.goto(`${panel}/profile/6/dados`);
  await expect(page.getByLabel('Nome do responsável')).toBeVisible();
});

test.describe('elsewhere', () => {
  test.use({ tolerated: [/status of 404/] });
  test('MANAGER-08 people of other schools are not found', { tag: '@deep' }, async ({ page, loginAs }) => {
    await loginAs(HELENA);
    for (const path of [`${panel}/profile/12`, `${panel}/book?pessoa=12`]) {
      expect((await page.goto(path))?.status()).toBe(404);
      await expect(page.getByText('Esta pessoa não é das suas unidades')).toBeVisible();
      await expect(page.getByRole('main')).not.toContainText('Nina');
    }
  });
});

test.describe('without a script', () => {
  test.use({ javaScriptEnabled: false });
  test('a person is found, and a refused form keeps the typed text', { tag: '@deep' }, async ({ page, loginAs }) => {
    await loginAs(HELENA);
    await page.goto(`${panel}/profile?q=ana+souza`);
    await page.getByRole('link', { name: 'Ana Souza', exact: true }).click();
    await page.getByRole('link', { name: 'Mudar os dados' }).first().click();
    await page.getByLabel('CPF', { exact: true }).fill('11111111111');
    await page.getByRole('button', { name: 'Salvar' }).click();
    await expect(page.getByText('CPF inválido')).toBeVisible();
    await expect(page.getByLabel('CPF', { exact: true })).toHaveValue('11111111111');
    await page.goto(`${panel}/book`);
    await page.getByLabel('Código do livro').fill('knn-livro-0001');
    await page.getByRole('button', { name: 'Procurar' }).click();
    await expect(page.getByRole('main')).toContainText('De Ana Souza');
  });
});

freshTest('S16 Helena blocks Felipe, whose open portal closes at his next page', async ({ page, browser }) => {
  const other = await browser.newContext();
  const his = await other.newPage();
  await logIn(his, 'menor@demo.example');
  await logIn(page, HELENA);
  await page.goto(`${panel}/profile/6`);
  const facts = card(page, 'Em resumo');
  await expect(facts).toContainText('Pode entrar no portal.');
  await page.getByRole('button', { name: 'Bloquear o acesso', exact: true }).click();
  const shutOut = page.getByRole('dialog', { name: 'Bloquear o acesso' });
  await expect(shutOut).toContainText('não entra mais no portal até alguém liberar');
  await expectNoAxeFindings(page);
  await shutOut.getByRole('button', { name: 'Bloquear o acesso de Felipe' }).click();
  await expect(page.getByText('Acesso bloqueado. As sessões').first()).toBeVisible();
  await expect(facts).toContainText('nem a senha nem o código do livro entram');
  await expect(card(page, 'O que mudou')).toContainText('Helena Prado bloqueou o acesso');

  await his.goto('/pedagogico/list');
  await his.waitForURL(/\/login\/main\?.*motivo=bloqueio/);
  await expect(his.getByText('Esta conta não tem mais acesso ao portal.')).toBeVisible();
  expect((await other.cookies()).map(({ name }) => name)).not.toContain('portal_session');
  await other.close();

  await page.getByRole('button', { name: 'Liberar o acesso' }).first().click();
  await page.getByRole('dialog').getByRole('button', { name: 'Liberar o acesso' }).click();
  await expect(page.getByText('Acesso liberado').first()).toBeVisible();
  await page.goto(`${panel}/profile/7`);
  await expect(facts).toContainText('O seu próprio acesso');
  await expect(page.getByRole('button', { name: 'Bloquear o acesso' })).toHaveCount(0);
});

test('C14 an account made by a book is joined with an imported enrollment', async ({ browser }) => {
  const portal = await openPortal();
  /** Imports a table as the school's own command does. */
  const take = (kind: string, lines: string[]) => {
    const file = join(portal.folder, `${kind}.csv`);
    writeFileSync(file, lines.join('\n'));
    const env = { ...process.env, DATA_DIR: portal.folder, LOG_LEVEL: 'error' };
    const { status, stdout } = spawnSync(process.execPath, ['scripts/admin.ts', 'importar', kind, file], { env });
    expect(status, String(stdout)).toBe(0);
    return String(stdout);
  };
  try {
    const own = await (await browser.newContext({ baseURL: portal.address })).newPage();
    await own.goto('/login/main');
    const made = await own.request.post('/api/v1/do/auth.registerWithBook/', {
      headers: { origin: portal.address },
      data: {
        ...{ full_name: 'Otávio Brandão', cpf: '04425823079', email: 'otavio@teste.example', phone: '(19) 99123-0001' },
        ...{ cep: '13015-904', street: 'Rua das Palmeiras', street_number: '12' },
        ...{ password: 'Caminho novo 42', uuid: EMPTY_BOOK, consent_version: REGISTRATION_CONSENT.version },
      },
    });
    expect(made.status(), await made.text()).toBe(200);
    expect(
      take('alunos', [
        'matricula,nome,email,cpf,unidade',
        'M2026900,Otávio B. Brandão,o.brandao@teste.example,04425823079,KNN Vila Nova',
      ]),
    ).toContain('1 conta sem matrícula parecida');

    const panelPage = await (await browser.newContext({ baseURL: portal.address })).newPage();
    await logIn(panelPage, HELENA);
    await panelPage.goto(`${panel}/profile`);
    await panelPage.getByRole('link', { name: 'Sem matrícula' }).click();
    const account = panelPage.getByRole('row', { name: /Otávio Brandão/ });
    await expect(account).toContainText(/M2026900.*mesmo CPF/s);
    await account.getByRole('button', { name: 'Mais ações: Otávio Brandão' }).click();
    await panelPage.getByRole('dialog').getByRole('button', { name: 'É a mesma pessoa?' }).click();
    const form = panelPage.getByRole('dialog', { name: 'É a mesma pessoa?' });
    await expect(form).toContainText(/otavio@teste\.example.*M2026900.*juntar não pode ser desfeito/s);
    await expectNoAxeFindings(panelPage);
    await form.getByRole('button', { name: 'Sim, ligar à matrícula' }).click();
    await expect(panelPage.getByText('Conta ligada à matrícula.')).toBeVisible();
    await expect(account).toHaveCount(0);

    await logIn(own, 'otavio@teste.example', 'Caminho novo 42');
    await own.goto('/dashboard');
    await expect(own.getByText('Sua conta ainda não está ligada a uma matrícula')).toHaveCount(0);
    await own.goto('/pedagogico/list');
    await expect(own.getByRole('main')).toContainText('On the Way 1');
  } finally {
    await portal.close();
  }
});
