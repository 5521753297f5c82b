import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { tokenOf } from '../../scripts/portal-process.ts';
import { logIn } from './support/log-in.ts';
import { expect, expectNoAxeFindings, freshTest, test } from './support/portal-test.ts';

// Allowed console errors: a refused field, an outdated balance, and a lost answer.
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

freshTest('a reward is created, gets a picture, and is archived', async ({ page }) => {
  freshTest.slow();
  await logIn(page, 'gestora@demo.example');
  await page.goto(`${club}/recompensas`);
  await expectNoAxeFindings(page);
  await page.getByRole('button', { name: 'Nova recompensa' }).click();
  const form = page.getByRole('dialog');
  await form.getByLabel('Nome').fill('Caneca do clube');
  await form.getByLabel('Descrição').fill('Porcelana, 300 ml.');
  await form.getByLabel('Categoria').fill('Casa');
  await form.getByLabel('Pontos').fill('muitos');
  await form.getByLabel(/^Estoque/).fill('10');
  await form.getByLabel('Regras').fill('Retire na secretaria.');
  await form.getByRole('button', { name: 'Criar recompensa' }).click();
  await expect(form.getByText('Digite apenas números')).toBeVisible();
  await expect(form.getByLabel('Nome')).toHaveValue('Caneca do clube');
  await expectNoAxeFindings(page);
  await form.getByLabel('Pontos').fill('650');
  await form.getByLabel(/^No catálogo a partir de/).fill('2030-02-01');
  await form.getByLabel(/^Até/).fill('2030-01-01');
  await form.getByRole('button', { name: 'Criar recompensa' }).click();
  await expect(form.getByText('O fim vem antes do início')).toBeVisible();
  await form.getByLabel(/^No catálogo a partir de/).fill('');
  await form.getByRole('button', { name: 'Criar recompensa' }).click();
  await expect(page.getByText('Recompensa criada.')).toBeVisible();
  await expect(form).toHaveCount(0);

  await page.getByRole('link', { name: 'Caneca do clube' }).click();
  const picture = card(page, 'Imagem');
  await picture.getByLabel(/^Escolher arquivo/).setInputFiles({
    name: 'caneca.png',
    mimeType: 'image/png',
    buffer: Buffer.from(PIXEL, 'base64'),
  });
  await expect(picture.getByRole('img')).toHaveAttribute('src', /\/portal\/club\/pictures\//);
  await picture.getByLabel(/^Escolher arquivo/).setInputFiles({
    name: 'texto.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from('isto não é uma imagem'),
  });
  await expect(page.getByRole('alert').first()).toBeVisible();
  await expectNoAxeFindings(page);

  // Correcting another field keeps the centavos of a discount.
  const discount = form.getByLabel(/^Valor do desconto, em reais/);
  await page.getByRole('button', { name: 'Editar a recompensa' }).first().click();
  await form.getByLabel('Entrega').selectOption('desconto');
  await discount.fill('12,50');
  await form.getByRole('button', { name: 'Salvar' }).click();
  await expect(page.getByText('Recompensa salva.')).toBeVisible();
  await expect(form).toHaveCount(0);
  await page.getByRole('button', { name: 'Editar a recompensa' }).first().click();
  await expect(discount).toHaveValue('12,50');
  await form.getByLabel('Nome').fill('Caneca do clube, azul');
  await form.getByRole('button', { name: 'Salvar' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Caneca do clube, azul');
  await expect(card(page, 'Em resumo')).toContainText('R$\u00a012,50');

  await page.getByRole('button', { name: 'Arquivar' }).click();
  await expect(page.getByText('A recompensa saiu do catálogo.')).toBeVisible();
  await page.goto(`${club}/recompensas?mostrar=arquivadas`);
  await expect(page.getByRole('row', { name: /Caneca do clube/ })).toContainText('Arquivada');
  await page.goto(`${club}/recompensas`);
  await expect(page.getByRole('link', { name: /Caneca do clube/ })).toHaveCount(0);
});

freshTest(
  'points are given after showing the old and new balance, and taken back',
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

    // The first request arrives and its answer is lost: a second press is the same adjustment.
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

    // In a narrow column the actions of a row are in its menu.
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
  'points of a member cannot go below zero, and an outdated balance is refreshed',
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

freshTest('a redemption is delivered by its code; a refused one returns the points', async ({ page }) => {
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
  await page.getByRole('link', { name: /trocas? a entregar$/ }).click();
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

freshTest('referred friends are contacted, or refused with a reason', async ({ page }) => {
  await logIn(page, 'gestora@demo.example');
  await page.goto(`${club}/indicacoes?estado=enviada`);
  const row = page.getByRole('main').locator('tbody tr').first();
  const name = ((await row.getByRole('rowheader').textContent()) ?? '').trim();
  const form = page.getByRole('dialog');
  const act = async (label: string) => {
    await row.getByRole('button', { name: `Mais ações: ${name}` }).click();
    await form.getByRole('button', { name: label }).click();
  };
  await expectNoAxeFindings(page);
  // The friend is also a contact: an answer there moves both.
  await row.getByRole('button', { name: `Mais ações: ${name}` }).click();
  await form.getByRole('link', { name: 'Abrir o contato' }).click();
  const contact = page.getByRole('main').locator('tbody tr').first();
  await expect(contact).toContainText('Indicação de Ana');
  await contact.getByRole('button', { name: `Mais ações: ${name}` }).click();
  await form.getByRole('button', { name: 'Já falei' }).click();
  await expect(page.getByText('1 contato está em “Em contato”.').first()).toBeVisible();
  await page.goto(`${club}/indicacoes?q=${encodeURIComponent(name)}`);
  await expect(row).toContainText('Em contato');
  await act('Matriculou: confirmar');
  await form.getByLabel(/CPF ou e-mail/).fill('ninguem@demo.example');
  await form.getByRole('button', { name: 'Confirmar a matrícula' }).click();
  await expect(form.getByText('Confira o CPF ou o e-mail do aluno')).toBeVisible();
  await expectNoAxeFindings(page);
  await form.getByRole('button', { name: 'Fechar' }).click();
  await act('Recusar');
  await form.getByLabel('Motivo').fill('Já é aluno da rede');
  await form.getByRole('button', { name: 'Recusar a indicação' }).click();
  await expect(page.getByText('A indicação está em “Recusada”.')).toBeVisible();
  await expect(row).toContainText('Já é aluno da rede');
  await row.getByRole('button', { name: `Mais ações: ${name}` }).click();
  await expect(form.getByRole('button', { name: 'Matriculou: confirmar' })).toHaveCount(0);
});

freshTest('a changed rule applies to future points', async ({ page }) => {
  await logIn(page, 'gestora@demo.example');
  await page.goto(`${club}/regras`);
  await expectNoAxeFindings(page);
  const rule = page.getByRole('row', { name: /Presença na aula/ });
  await rule.getByRole('button', { name: /^Mais ações/ }).click();
  const form = page.getByRole('dialog');
  await form.getByRole('button', { name: 'Editar' }).click();
  await form.getByLabel('Pontos').fill('dez');
  await form.getByRole('button', { name: 'Salvar' }).click();
  await expect(form.getByText('Digite apenas números')).toBeVisible();
  await expectNoAxeFindings(page);
  await form.getByLabel('Pontos').fill('15');
  await form.getByLabel(/^Validade, em dias/).fill('');
  await form.getByRole('checkbox').uncheck();
  await form.getByRole('button', { name: 'Salvar' }).click();
  await expect(page.getByText('Regra salva.')).toBeVisible();
  await expect(rule).toContainText('15 pontos');
  await expect(rule).toContainText('não vencem');
  await expect(rule).toContainText('Desligada');
});

test('the figures have charts, a table and a download', { tag: ['@both', '@deep'] }, async ({ page, loginAs }) => {
  await loginAs('gestora@demo.example');
  await page.goto(club);
  await expect(page.getByRole('rowheader')).toHaveCount(12);
  await expect(page.locator('.club-chart svg rect').first()).toBeVisible();
  const link = await page.getByRole('link', { name: 'Baixar planilha' }).getAttribute('href');
  const file = await page.request.get(link ?? '');
  expect(file.status()).toBe(200);
  expect(file.headers()['content-type']).toContain('text/csv');
  await page.goto(`${club}?meses=6`);
  await expect(page.getByRole('rowheader')).toHaveCount(6);
  await expectNoAxeFindings(page);
});

test.describe('pages without access', () => {
  test.use({ tolerated: [/status of 404/] });
  for (const path of ['/membros/99999', '/recompensas/99999']) {
    test(`${path} is not found (ROLE-08)`, { tag: '@deep' }, async ({ page, loginAs }) => {
      await loginAs('gestora@demo.example');
      expect((await page.goto(club + path))?.status()).toBe(404);
      await expectNoAxeFindings(page);
    });
  }
});
