import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { tokenOf } from '../../scripts/portal-process.ts';
import { logIn } from './support/log-in.ts';
import { expect, expectNoAxeFindings, freshTest, test } from './support/portal-test.ts';

// What is refused at a field, an old balance, and an answer that is lost.
freshTest.use({ tolerated: [/status of 4(09|22)|ERR_FAILED/] });

const club = '/manager-panel/club';
const ANA = `${club}/membros/1`;
const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

const balance = (page: Page) =>
  page
    .getByRole('main')
    .getByText(/^[\d.]+ pontos$/)
    .first();
const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

/** Ana trades points for the cheapest reward. */
async function redeem(page: Page): Promise<void> {
  const { origin } = new URL(page.url());
  const answer = await fetch(`${origin}/api/v1/transactions/debit/`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${await tokenOf(origin, 'aluna@demo.example')}`,
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
    },
    body: JSON.stringify({ reward_id: 8, quantidade: 1 }),
  });
  expect(answer.status).toBe(200);
}

freshTest('a reward is made, gets a picture, and leaves the catalogue', async ({ page }) => {
  freshTest.slow();
  await logIn(page, 'gestora@demo.example');
  await page.goto(`${club}/recompensas`);
  await expectNoAxeFindings(page);
  await page.getByRole('link', { name: 'Nova recompensa' }).first().click();
  await page.getByLabel('Nome').fill('Caneca do clube');
  await page.getByLabel('Descrição').fill('Porcelana, 300 ml.');
  await page.getByLabel('Categoria').fill('Casa');
  await page.getByLabel('Pontos').fill('muitos');
  await page.getByLabel('Estoque').fill('10');
  await page.getByLabel('Regras').fill('Retire na secretaria.');
  await page.getByRole('button', { name: 'Criar recompensa' }).click();
  await expect(page.getByRole('alert')).toContainText('Confira o campo marcado');
  await expect(page.getByText('Informe um número inteiro')).toBeVisible();
  await expect(page.getByLabel('Nome')).toHaveValue('Caneca do clube');
  await expectNoAxeFindings(page);
  await page.getByLabel('Pontos').fill('650');
  await page.getByLabel('No catálogo a partir de').fill('2030-02-01');
  await page.getByLabel('Até').fill('2030-01-01');
  await page.getByRole('button', { name: 'Criar recompensa' }).click();
  await expect(page.getByText('O fim vem antes do início')).toBeVisible();
  await page.getByLabel('No catálogo a partir de').fill('');
  await page.getByRole('button', { name: 'Criar recompensa' }).click();

  await expect(page.getByRole('status')).toContainText('Recompensa criada');
  const picture = card(page, 'Imagem');
  await picture.getByLabel(/^Escolher arquivo/).setInputFiles({
    name: 'caneca.png',
    mimeType: 'image/png',
    buffer: Buffer.from(PIXEL, 'base64'),
  });
  await expect(page.getByRole('status').filter({ hasText: 'Imagem trocada' })).toBeVisible();
  await expect(picture.getByRole('img')).toHaveAttribute('src', /\/portal\/club\/pictures\//);
  await picture.getByLabel(/^Escolher arquivo/).setInputFiles({
    name: 'texto.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from('isto não é uma imagem'),
  });
  await expect(page.getByRole('alert').first()).toBeVisible();
  await expectNoAxeFindings(page);

  // What is corrected beside it leaves the centavos of a discount as they were.
  const discount = page.getByLabel('Valor do desconto, em reais');
  await page.getByLabel('Entrega').selectOption('desconto');
  await discount.fill('12,50');
  for (const name of ['Caneca do clube', 'Caneca do clube, azul']) {
    await page.getByLabel('Nome').fill(name);
    await page.getByRole('button', { name: 'Salvar', exact: true }).click();
    await expect(page.getByRole('status')).toContainText(/salva/i);
    await expect(discount).toHaveValue('12,50');
  }

  await page.getByRole('button', { name: 'Arquivar' }).click();
  await expect(page.getByRole('status')).toContainText('saiu do catálogo');
  await page.goto(`${club}/recompensas?mostrar=arquivadas`);
  await expect(page.getByRole('row', { name: /Caneca do clube/ })).toContainText('Arquivada');
  await page.goto(`${club}/recompensas`);
  await expect(page.getByRole('link', { name: /Caneca do clube/ })).toHaveCount(0);
});

freshTest(
  'points are given after the balance before and after was shown, and taken back',
  { tag: '@both' },
  async ({ page }) => {
    freshTest.slow();
    await logIn(page, 'gestora@demo.example');
    await page.goto(`${club}/membros?q=ana`);
    await expectNoAxeFindings(page);
    await page.getByRole('link', { name: /Ana Souza/ }).click();
    await expectNoAxeFindings(page);
    await expect(balance(page)).toHaveText('2.020 pontos');
    await page.getByRole('button', { name: 'Ajustar pontos' }).first().click();
    const adjust = page.getByRole('dialog', { name: 'Ajustar pontos' });
    await adjust.getByLabel('Pontos', { exact: true }).fill('0');
    await adjust.getByLabel(/^Motivo/).fill('Ajudou na feira de livros');
    await adjust.getByRole('button', { name: 'Ajustar' }).click();
    await expect(adjust.getByText('Informe quantos pontos')).toBeVisible();
    await expect(adjust.getByLabel(/^Motivo/)).toHaveValue('Ajudou na feira de livros');
    await adjust.getByLabel('Pontos', { exact: true }).fill('dez');
    await adjust.getByRole('button', { name: 'Ajustar' }).click();
    await expect(adjust.getByText('Informe um número inteiro')).toBeVisible();
    await adjust.getByLabel('Pontos', { exact: true }).fill('150');
    await expect(adjust).toContainText(/2\.020.*\+150.*2\.170/s);
    await expectNoAxeFindings(page);

    // What is sent first arrives, and its answer is lost: pressed again, it is the same adjustment.
    const operation = '**/club.adjustPoints/';
    await page.route(operation, async (route) => {
      await route.fetch();
      await route.abort();
    });
    await adjust.getByRole('button', { name: 'Dar 150 pontos' }).click();
    await expect(adjust.getByRole('alert')).toBeVisible();
    await page.unroute(operation);
    await adjust.getByRole('button', { name: 'Dar 150 pontos' }).click();
    await expect(page.getByText('Pontos ajustados.')).toBeVisible();
    await expect(balance(page)).toHaveText('2.170 pontos');
    const given = card(page, 'Extrato').getByRole('listitem').filter({ hasText: 'Ajudou na feira de livros' });
    await expect(given).toContainText('+150');

    // A narrow part leaves the acts of a line to its menu.
    await given.getByRole('button', { name: /^Mais ações/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Estornar' }).click();
    const reverse = page.getByRole('dialog', { name: 'Estornar' });
    await expect(reverse).toContainText(/2\.170.*−150.*2\.020/s);
    await expectNoAxeFindings(page);
    await reverse.getByLabel(/^Motivo/).fill('Era de outro aluno');
    await reverse.getByRole('button', { name: 'Estornar' }).click();
    await expect(page.getByText('Lançamento estornado.')).toBeVisible();
    await expect(balance(page)).toHaveText('2.020 pontos');
    await expect(given.getByRole('button')).toHaveCount(0);
  },
);

freshTest(
  'the points of a member are not taken below zero, and an old balance is shown anew',
  { tag: '@deep' },
  async ({ page }) => {
    await logIn(page, 'gestora@demo.example');
    await page.goto(ANA);
    await page.getByRole('button', { name: 'Ajustar pontos' }).first().click();
    const adjust = page.getByRole('dialog', { name: 'Ajustar pontos' });
    await adjust.getByLabel('O que fazer').selectOption('tirar');
    await adjust.getByLabel('Pontos', { exact: true }).fill('5000');
    await adjust.getByLabel(/^Motivo/).fill('Lançado em dobro');
    await expect(adjust.getByText('O saldo não pode ficar abaixo de zero.')).toBeVisible();
    await expect(adjust.getByRole('button', { name: /^Tirar/ })).toHaveCount(0);
    await adjust.getByLabel('Pontos', { exact: true }).fill('20');
    await redeem(page);
    await adjust.getByRole('button', { name: 'Tirar 20 pontos' }).click();
    await expect(adjust.getByRole('alert')).toContainText('O saldo mudou');
    await expect(adjust).toContainText(/1\.720.*−20.*1\.700/s);
    await adjust.getByRole('button', { name: 'Tirar 20 pontos' }).click();
    await expect(balance(page)).toHaveText('1.700 pontos');
  },
);

freshTest('a redemption is handed over by its code; a refused one gives the points back', async ({ page }) => {
  await logIn(page, 'gestora@demo.example');
  await page.goto(`${club}/resgates?estado=pronto`);
  await expectNoAxeFindings(page);
  const row = page.getByRole('main').locator('tbody tr').filter({ hasText: 'Ana Souza' });
  const act = async (name: string | RegExp) => {
    await row.getByRole('button', { name: /^Mais ações/ }).click();
    await page.getByRole('dialog').getByRole('button', { name }).click();
  };
  const code = /[A-Z0-9]{4}-[A-Z0-9]{4}/.exec((await row.first().textContent()) ?? '')?.[0] ?? '';
  await page.goto(`${club}/resgates?q=${code.toLowerCase()}`);
  await expect(row).toHaveCount(1);
  await act(/^Entregar/);
  await expect(page.getByText('1 troca está em “Entregue”.').first()).toBeVisible();
  await expect(row).toContainText('Entregue');

  await redeem(page);
  await page.goto(club);
  await page.getByRole('link', { name: '1 troca para aprovar' }).click();
  await act(/^Aprovar/);
  await expect(page.getByText('1 troca está em “Aprovado”.').first()).toBeVisible();
  await page.goto(`${club}/resgates?estado=aprovado`);
  await act('Recusar');
  const refuse = page.getByRole('dialog', { name: 'Recusar' });
  await expect(refuse).toContainText('300 pontos voltam para Ana Souza');
  await expectNoAxeFindings(page);
  await refuse.getByLabel('Motivo').fill('A cafeteria fechou');
  await refuse.getByRole('button', { name: 'Recusar e devolver os pontos' }).click();
  await expect(page.getByText(/Os pontos voltaram/)).toBeVisible();
  await page.goto(ANA);
  await expect(balance(page)).toHaveText('2.020 pontos');
  const entries = card(page, 'Extrato').getByRole('listitem');
  await expect(entries.filter({ hasText: 'A cafeteria fechou' }).first()).toContainText('+300');
});

freshTest('friends are called, or refused with a reason', async ({ page }) => {
  await logIn(page, 'gestora@demo.example');
  await page.goto(`${club}/indicacoes?estado=enviada`);
  const row = page.getByRole('main').locator('tbody tr').first();
  const name = ((await row.getByRole('rowheader').locator('span span').first().textContent()) ?? '').trim();
  await expectNoAxeFindings(page);
  await row.getByRole('button', { name: /^Já falei/ }).click();
  await expect(page.getByRole('status')).toContainText('“Em contato”');
  await page.goto(`${club}/indicacoes?q=${encodeURIComponent(name)}`);
  await row.getByText('Recusar', { exact: true }).click();
  await row.getByLabel('Motivo').fill('Já é aluno da rede');
  await row.getByRole('button', { name: 'Recusar a indicação' }).click();
  await expect(page.getByRole('status')).toContainText('“Recusada”');
  await expect(row).toContainText('Já é aluno da rede');
  await expect(row.getByText('Matriculou')).toHaveCount(0);
});

freshTest('a rule is changed for what comes', async ({ page }) => {
  await logIn(page, 'gestora@demo.example');
  await page.goto(`${club}/regras`);
  await expectNoAxeFindings(page);
  await page.getByRole('link', { name: /^Editar.*Presença na aula$/ }).click();
  await page.getByLabel('Pontos').fill('dez');
  await page.getByRole('button', { name: 'Salvar' }).click();
  await expect(page.getByText('Informe um número inteiro')).toBeVisible();
  await expectNoAxeFindings(page);
  await page.getByLabel('Pontos').fill('15');
  await page.getByLabel('Validade, em dias').fill('');
  await page.getByRole('checkbox').uncheck();
  await page.getByRole('button', { name: 'Salvar' }).click();
  await expect(page.getByRole('status')).toContainText('“Presença na aula” foi salva');
  const rule = page.getByRole('main').getByRole('listitem').filter({ hasText: 'Presença na aula' });
  await expect(rule).toContainText('15 pontos');
  await expect(rule).toContainText('não vencem');
  await expect(rule).toContainText('Desligada');
});

test('the figures are drawn, told in a table, and taken home', { tag: ['@both', '@deep'] }, async ({
  page,
  loginAs,
}) => {
  await loginAs('gestora@demo.example');
  await page.goto(club);
  await expect(page.getByRole('rowheader')).toHaveCount(12);
  await expect(page.locator('.club-chart svg rect').first()).toBeVisible();
  const link = await page.getByRole('link', { name: 'Baixar CSV' }).getAttribute('href');
  const file = await page.request.get(link ?? '');
  expect(file.status()).toBe(200);
  expect(file.headers()['content-type']).toContain('text/csv');
  await page.getByRole('link', { name: '6 meses' }).click();
  await expect(page.getByRole('rowheader')).toHaveCount(6);
  await expectNoAxeFindings(page);
});

test.describe('what is not hers', () => {
  test.use({ tolerated: [/status of 404/] });
  for (const path of ['/membros/99999', '/recompensas/99999']) {
    test(`${path} is not found (ROLE-08)`, { tag: '@deep' }, async ({ page, loginAs }) => {
      await loginAs('gestora@demo.example');
      expect((await page.goto(club + path))?.status()).toBe(404);
      await expectNoAxeFindings(page);
    });
  }
});
