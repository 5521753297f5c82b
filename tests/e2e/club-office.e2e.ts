import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { tokenOf } from '../../scripts/portal-process.ts';
import { forgetSession, logIn } from './support/log-in.ts';
import { expect, expectNoAxeFindings, freshTest } from './support/portal-test.ts';

const OFFICE = 'gestora@demo.example';
const STUDENT = 'aluna@demo.example';

/** Calls the API as Ana's page does. */
async function asAna(page: Page, path: string, body: unknown) {
  const { origin } = new URL(page.url());
  const answer = await fetch(`${origin}/api/v1/${path}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${await tokenOf(origin, STUDENT)}`,
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
    },
    body: JSON.stringify(body),
  });
  expect(answer.status).toBe(200);
  return answer.json();
}

freshTest.use({ tolerated: [/status of 4(09|22)/] });

freshTest('a pasted code reaches the member who redeems, in Trocas and by mail', { tag: '@both' }, async ({ page }) => {
  freshTest.slow();
  await logIn(page, OFFICE);
  await page.goto('/manager-panel/club/recompensas');
  await page
    .getByRole('link', { name: /Café da manhã/ })
    .first()
    .click();
  await page.getByRole('button', { name: 'Guardar códigos' }).first().click();
  const form = page.getByRole('dialog');
  await form.getByLabel('Preencher de um arquivo').setInputFiles({
    name: 'codigos.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('CAFE-0001\nCAFE-0002\nCAFE-0001'),
  });
  await expect(form.getByLabel('Códigos novos, um por linha', { exact: true })).toHaveValue(/CAFE-0002/);
  await expectNoAxeFindings(page);
  await form.getByRole('button', { name: 'Guardar códigos' }).click();
  await expect(page.getByText('2 códigos novos. Já existiam e ficaram de fora: linha 3.')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Códigos', exact: true })).toContainText('2 códigos');
  await expectNoAxeFindings(page);
  const id = Number(/recompensas\/(\d+)/.exec(page.url())?.[1]);
  const { resgate } = await asAna(page, 'transactions/debit/', { reward_id: id, quantidade: 1 });
  expect(resgate.status).toBe('entregue');
  await page.goto('/manager-panel/club/resgates');
  await expect(page.getByRole('row', { name: /Ana/ }).first()).toContainText('CAFE-0001');
  await expectNoAxeFindings(page);
  await forgetSession(page);
  await logIn(page, STUDENT);
  await page.goto('/knn-club/meus-pedidos');
  await expect(page.getByText('CAFE-0001')).toBeVisible();
});

freshTest('several redemptions are approved together and undone', { tag: ['@both', '@deep'] }, async ({ page }) => {
  await logIn(page, OFFICE);
  await page.goto('/manager-panel/club/resgates');
  await asAna(page, 'transactions/debit/', { reward_id: 8, quantidade: 1 });
  await page.goto('/manager-panel/club/resgates?estado=solicitado');
  const row = page.getByRole('main').locator('tbody tr').first();
  await row.getByRole('checkbox').check();
  await page
    .getByRole('region', { name: 'Seleção: 1' })
    .getByRole('button', { name: /^Aprovar/ })
    .click();
  await expect(page.getByText('1 troca está em “Aprovado”.').first()).toBeVisible();
  await expectNoAxeFindings(page);
  await page.getByRole('button', { name: 'Desfazer' }).click();
  await expect(row).toContainText('Solicitado');
});

freshTest('a bonus for a group is previewed, given and undone', { tag: '@both' }, async ({ page }) => {
  await logIn(page, OFFICE);
  await page.goto('/manager-panel/club/bonus');
  await page.getByRole('button', { name: 'Novo bônus' }).click();
  const form = page.getByRole('dialog');
  await expect(form.getByText('Todos os membros', { exact: true })).toBeVisible();
  await form.getByLabel('Pontos para cada pessoa').fill('muitos');
  await form.getByLabel('Motivo').fill('Semana do livro');
  await form.getByRole('button', { name: 'Dar os pontos' }).click();
  await expect(form.getByText('Digite apenas números')).toBeVisible();
  await expect(form.getByLabel('Motivo')).toHaveValue('Semana do livro');
  await form.getByLabel('Pontos para cada pessoa').fill('25');
  await expect(form.getByRole('status')).toContainText(/pessoas?, [\d.]+ pontos ao todo/);
  await expectNoAxeFindings(page);
  await form.getByRole('button', { name: 'Dar os pontos' }).click();
  await expect(page.getByText('Bônus criado.')).toBeVisible();
  const row = page.getByRole('row', { name: /Semana do livro/ });
  await expect(async () => {
    await page.goto('/manager-panel/club/bonus');
    await expect(row).toContainText('Dado', { timeout: 1_000 });
  }).toPass();
  await expectNoAxeFindings(page);

  // The same bonus is repeated on purpose.
  await page.getByRole('button', { name: 'Novo bônus' }).click();
  await expect(form.getByText('Todos os membros', { exact: true })).toBeVisible();
  await form.getByLabel('Pontos para cada pessoa').fill('25');
  await form.getByLabel('Motivo').fill('Semana do livro');
  await form.getByRole('button', { name: 'Dar os pontos' }).click();
  await expect(form.getByText('Dar outra vez?')).toBeVisible();
  await expect(form.getByRole('button', { name: 'Dar de novo' })).toBeVisible();
  await page.keyboard.press('Escape');
  await row.getByRole('button', { name: /^Mais ações/ }).click();
  await form.getByRole('button', { name: 'Desfazer' }).click();
  await expect(page.getByText('O bônus está sendo desfeito.')).toBeVisible();
});

freshTest('a coupon made in the panel reduces an order', { tag: ['@both'] }, async ({ page }) => {
  await logIn(page, OFFICE);
  await page.goto('/manager-panel/financeiro/cupons');
  await expectNoAxeFindings(page);
  await page.getByRole('button', { name: 'Novo cupom' }).click();
  const form = page.getByRole('dialog');
  await form.getByLabel('Código').fill('volta20');
  await form.getByLabel('Descrição').fill('20% para quem volta');
  await form.getByLabel('Quanto').fill('vinte');
  await form.getByRole('button', { name: 'Criar cupom' }).click();
  await expect(form.getByText('Digite apenas números')).toBeVisible();
  await expect(form.getByLabel('Quanto')).toHaveValue('vinte');
  await form.getByLabel('Quanto').fill('101');
  await form.getByRole('button', { name: 'Criar cupom' }).click();
  await expect(form.getByText('Use de 1 a 100 por cento')).toBeVisible();
  await expectNoAxeFindings(page);
  await form.getByLabel('Quanto').fill('20');
  await form.getByRole('button', { name: 'Criar cupom' }).click();
  await expect(page.getByText('Cupom criado.')).toBeVisible();
  await expect(form).toHaveCount(0);
  const row = page.getByRole('row', { name: /VOLTA20/ });
  await expect(row).toContainText('Valendo');
  await expectNoAxeFindings(page);
  const priced = () =>
    asAna(page, 'do/orders.quoteOrder/', {
      itens: [{ codigo_produto: 'WAY-1', quantidade: 1 }],
      cupom: 'VOLTA20',
      entrega: { tipo: 'escola' },
    });
  expect((await priced()).desconto_cupom_centavos).toBe(11_360);
  const doTo = async (act: string) => {
    await row.getByRole('button', { name: 'Mais ações: VOLTA20' }).click();
    await page.getByRole('dialog').getByRole('button', { name: act }).click();
  };
  await doTo('Editar o cupom');
  await expect(form.getByLabel('Quanto')).toHaveValue('20');
  await form.getByLabel('Tipo de desconto').selectOption('Valor em reais');
  await form.getByLabel('Quanto').fill('25,50');
  await form.getByLabel('On the Way 1').check();
  await form.getByRole('button', { name: 'Salvar' }).click();
  await expect(page.getByText('Cupom salvo.')).toBeVisible();
  await expect(form).toHaveCount(0);
  expect((await priced()).desconto_cupom_centavos).toBe(2_550);
  await doTo('Encerrar o cupom');
  await expect(page.getByText('Cupom encerrado. Pedidos já feitos ficam como estão.')).toBeVisible();
  await expect(row).toContainText('Encerrado');
  await doTo('Reabrir o cupom');
  await expect(row).toContainText('Valendo');
  await page.goto('/manager-panel/financeiro/materiais');
  await expect(page.getByRole('row', { name: /WAY-1/ })).toContainText('568,00');
  await expectNoAxeFindings(page);
});

freshTest('an admin puts a new product on sale', { tag: ['@both'] }, async ({ page }) => {
  await logIn(page, 'admin@demo.example');
  await page.goto('/manager-panel/financeiro/materiais');
  await page.getByRole('button', { name: 'Novo material' }).click();
  const form = page.getByRole('dialog');
  await form.getByLabel('Código').fill('WAY-1');
  await form.getByLabel('Livro').selectOption({ label: 'On the Way 2' });
  await form.getByLabel('Nome').fill('On the Way 2, capa dura');
  await form.getByLabel('Descrição').fill('O mesmo livro, que dura mais.');
  await form.getByRole('button', { name: 'Criar material' }).click();
  await expect(form.getByText('Já há um material com este código').first()).toBeVisible();
  await expect(form.getByLabel('Nome')).toHaveValue('On the Way 2, capa dura');
  await expectNoAxeFindings(page);
  await form.getByLabel('Código').fill('way-2d');
  await form.getByRole('button', { name: 'Criar material' }).click();
  await expect(page.getByText('Material criado.')).toBeVisible();
  await expect(form).toHaveCount(0);
  const row = page.getByRole('row', { name: /WAY-2D/ });
  await expect(row).toContainText('À venda');
  await row.getByRole('button', { name: /^Mais ações/ }).click();
  await form.getByRole('button', { name: 'Editar o material' }).click();
  await form.getByLabel('À venda').uncheck();
  await form.getByRole('button', { name: 'Salvar' }).click();
  await expect(page.getByText('Material salvo.')).toBeVisible();
  await expect(row).toContainText('Fora de venda');
});

freshTest('rules for late bills show their effect before they are saved', { tag: '@both' }, async ({ page }) => {
  await logIn(page, OFFICE);
  await page.goto('/manager-panel/financeiro/regras');
  await page.getByRole('link', { name: /Mudar.*KNN Vila Nova/ }).click();
  await page.getByLabel('Multa (%)').fill('3');
  await page.getByRole('button', { name: 'Conferir' }).click();
  await page.getByRole('button', { name: 'Salvar as regras' }).click();
  await expect(page.getByText('No máximo 2%').first()).toBeVisible();
  await page.getByLabel('Multa (%)').fill('1');
  await expectNoAxeFindings(page);
  await page.getByRole('button', { name: 'Conferir' }).click();
  await expect(page.getByText(/a partir de \d\d\/\d\d\/\d{4}/).first()).toBeVisible();
  await expectNoAxeFindings(page);
  await page.getByRole('button', { name: 'Salvar as regras' }).click();
  await expect(page.getByRole('status')).toContainText('Regras salvas');
  await expect(page.getByText('Multa de 1%').first()).toBeVisible();
});
