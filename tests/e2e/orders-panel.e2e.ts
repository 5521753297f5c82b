import type { Page } from '@playwright/test';
import { expectWholeTitles } from './support/kit-list.ts';
import { logIn } from './support/log-in.ts';
import { expect, expectNoAxeFindings, freshTest, test, untilHydrated } from './support/portal-test.ts';
import { expectPresses } from './support/presses.ts';
import { expectWithinReach } from './support/reach.ts';
import { NARROWEST } from './support/screens.ts';

// The browser logs refusals as errors.
freshTest.use({ tolerated: [/status of 4(09|22)/] });

const OFFICE = 'gestora@demo.example';
const LAPTOP = { width: 1366, height: 650 };
const LIST = '/manager-panel/pedidos?estado=avancar';
// Paid, released and being packed: three orders of the demo school, one step apart.
const [PAID, RELEASED, PACKED] = ['P-000007', 'P-000006', 'P-000005'];

const rows = (page: Page) => page.getByRole('main').locator('tbody tr');
const row = (page: Page, numero = '') => rows(page).filter({ hasText: numero });
const mark = (page: Page, numero = '') => page.getByRole('checkbox', { name: `Marcar Pedido ${numero}, Ana Souza` });
const saying = (page: Page, words: string | RegExp) => expect(page.getByText(words).first()).toBeVisible();
const steps = (page: Page) => page.getByRole('region', { name: 'Andamento' }).getByRole('listitem');
const more = (page: Page) => page.getByRole('button', { name: /^Mais ações/ }).first();

async function moveMarked(page: Page, numbers: readonly string[], step: string): Promise<void> {
  for (const numero of numbers) await mark(page, numero).check();
  const bar = page.getByRole('region', { name: `Seleção: ${numbers.length}` });
  await bar.getByRole('button', { name: step }).click();
}

freshTest('ORDER-14 an order goes from paid to delivered', { tag: '@both' }, async ({ page }) => {
  await logIn(page, OFFICE);
  await page.goto('/manager-panel/pedidos');
  await expectNoAxeFindings(page);
  await page.getByRole('searchbox', { name: 'Número ou nome do aluno' }).fill('p-000007');
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toContainText('A atender');
  await rows(page).getByRole('link').first().click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Pedido P-000007');
  for (const [step, status] of [
    ['Liberar para separação', 'Liberado para separação'],
    ['Começar a separar', 'Em separação'],
    ['Pronto para coleta', 'Aguardando transportadora'],
  ] as const) {
    await page.getByRole('button', { name: step, exact: true }).click();
    await saying(page, `1 pedido está em “${status}”. O aluno foi avisado.`);
    await expect(steps(page).first()).toContainText(status);
  }

  // A code without a carrier is refused, and the typed text stays.
  await page.getByRole('button', { name: 'Registrar a coleta' }).click();
  const form = page.getByRole('dialog', { name: 'Registrar a coleta' });
  await form.getByLabel('Código de rastreio').fill('BR987654321BR');
  await form.getByRole('button', { name: 'Registrar a coleta' }).click();
  await expect(form.getByText('Este campo é obrigatório').first()).toBeVisible();
  await expect(form.getByLabel('Código de rastreio')).toHaveValue('BR987654321BR');
  await expectNoAxeFindings(page);
  await form.getByLabel('Transportadora').fill('Correios');
  await form.getByLabel('Endereço do rastreio').fill('https://rastreio.example/BR987654321BR');
  await form.getByLabel('Nota para o aluno').fill('Chega na terça');
  await form.getByRole('button', { name: 'Registrar a coleta' }).click();
  await saying(page, '“Coletado pela transportadora”');
  await expect(steps(page).first()).toContainText('Chega na terça');
  await expect(page.getByRole('region', { name: 'Entrega' })).toContainText('BR987654321BR');

  await more(page).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Avançar com uma nota' }).click();
  await page.getByLabel('Nota para o aluno').fill('Entregue ao porteiro');
  await page.getByRole('dialog').getByRole('button', { name: 'Confirmar a entrega' }).click();
  await expect(page.getByRole('region', { name: 'Em resumo' })).toContainText('Este pedido terminou.');
  await expect(steps(page).first()).toContainText('Entregue ao porteiro');
  await expectNoAxeFindings(page);
});

freshTest('three orders move on with three clicks, and one click undoes it', { tag: '@both' }, async ({ page }) => {
  await page.setViewportSize(LAPTOP);
  await logIn(page, OFFICE);
  await page.goto(LIST);
  await untilHydrated(page);
  expect((await rows(page).first().boundingBox())?.y).toBeLessThanOrEqual(220);
  await expectWholeTitles(page);
  await moveMarked(page, [PAID], 'Liberar para separação');
  await saying(page, '1 pedido está em “Liberado para separação”. O aluno foi avisado.');
  await moveMarked(page, [PAID, RELEASED], 'Começar a separar');
  await saying(page, '2 pedidos estão em “Em separação”. Cada aluno foi avisado.');

  await expectPresses(page, 3, async () => {
    await mark(page, PAID).click();
    await mark(page, PACKED).click({ modifiers: ['Shift'] });
    const bar = page.getByRole('region', { name: 'Seleção: 3' });
    await expect(bar).toBeInViewport();
    await expectNoAxeFindings(page);
    await bar.getByRole('button', { name: 'Pronto para coleta' }).click();
    await saying(page, '3 pedidos estão em “Aguardando transportadora”.');
  });
  for (const numero of [PAID, RELEASED, PACKED])
    await expect(row(page, numero)).toContainText('Aguardando transportadora');

  await expect(page.getByRole('button', { name: 'Desfazer' })).toHaveCount(1);
  await page.getByRole('button', { name: 'Desfazer' }).click();
  for (const numero of [PAID, RELEASED, PACKED]) await expect(row(page, numero)).toContainText('Em separação');
  await expect(page.getByRole('button', { name: 'Desfazer' })).toHaveCount(0);
});

freshTest('an order is paid at the school with two clicks from the list', async ({ page }) => {
  await page.setViewportSize(LAPTOP);
  await logIn(page, OFFICE);
  await page.goto('/manager-panel/pedidos?estado=1');
  await untilHydrated(page);
  const before = await rows(page).count();
  await expectPresses(page, 2, async () => {
    await rows(page)
      .first()
      .getByRole('button', { name: /^Receber na escola/ })
      .click();
    const counter = page.getByRole('dialog', { name: 'Receber na escola' });
    const take = counter.getByRole('button', { name: /^Anotar R\$/ });
    await expect(take).toBeVisible();
    await expectNoAxeFindings(page);
    await take.click();
    await saying(page, /^Recebimento de R\$/);
  });
  await expect(rows(page)).toHaveCount(before - 1);
  await page.goto('/manager-panel/financeiro/fechamento');
  await expect(page.getByRole('main')).toContainText('Dinheiro');
});

freshTest('a paid order is refused with a reason, once', async ({ page }) => {
  await logIn(page, OFFICE);
  await page.goto('/manager-panel/pedidos?estado=2');
  await rows(page).getByRole('link').first().click();
  await page.getByRole('button', { name: 'Recusar o pedido' }).click();
  const form = page.getByRole('dialog', { name: 'Recusar o pedido' });
  await expect(form).toContainText('voltam pelo mesmo meio');
  const reason = form.getByLabel('Motivo, que o aluno vai ler');
  await reason.fill('   ');
  await form.getByRole('button', { name: /^Recusar e devolver/ }).click();
  await expect(form.getByText('Este campo é obrigatório')).toBeVisible();
  await expectNoAxeFindings(page);
  await reason.fill('Edição esgotada na editora');
  await form.getByRole('button', { name: /^Recusar e devolver/ }).click();
  await saying(page, '“Cancelado”');
  await expect(steps(page).first()).toContainText('Edição esgotada na editora');
  await expect(page.getByRole('button', { name: 'Recusar o pedido' })).toHaveCount(0);
});

freshTest(
  'an order that changed meanwhile is named with the reason, also in an undo',
  { tag: '@deep' },
  async ({ page, context }) => {
    await page.setViewportSize(LAPTOP);
    await logIn(page, OFFICE);
    await page.goto(LIST);
    const other = await context.newPage();
    await other.setViewportSize(LAPTOP);
    await other.goto(LIST);
    await moveMarked(other, [PAID], 'Liberar para separação');
    await saying(other, '1 pedido está em');

    // The first page still shows the paid order.
    await moveMarked(page, [PAID], 'Liberar para separação');
    await saying(page, 'Este pedido está em “Liberado para separação”');
    await expect(page.getByRole('button', { name: 'Desfazer' })).toHaveCount(0);
    await expect(row(page, PAID)).toContainText('Liberado para separação');

    await moveMarked(page, [PAID, RELEASED], 'Começar a separar');
    await saying(page, '2 pedidos estão em “Em separação”.');
    await other.goto(LIST);
    await row(other, PAID)
      .getByRole('button', { name: /^Pronto para coleta/ })
      .click();
    await saying(other, '“Aguardando transportadora”');
    await expect(page.getByRole('button', { name: 'Desfazer' })).toHaveCount(1);
    await page.getByRole('button', { name: 'Desfazer' }).click();
    await expect(row(page, RELEASED)).toContainText('Liberado para separação');
    await expect(row(page, PAID)).toContainText('Aguardando transportadora');
    await expectNoAxeFindings(page);
    await expectWithinReach(page);
  },
);

freshTest('orders are moved by keyboard only, and different steps show counts', { tag: '@deep' }, async ({ page }) => {
  await page.setViewportSize({ width: NARROWEST, height: 700 });
  await logIn(page, OFFICE);
  await page.goto(LIST);
  await expectWithinReach(page);
  await page.setViewportSize(LAPTOP);
  await untilHydrated(page);
  // The first row waits for its payment.
  for (const key of ['j', 'j', 'x', 'j', 'x']) await page.keyboard.press(key);
  const bar = page.getByRole('region', { name: 'Seleção: 2' });
  await expect(bar.getByRole('button', { name: /^Liberar para separação 1/ })).toBeVisible();
  await expect(bar.getByRole('button', { name: /^Começar a separar 1/ })).toBeVisible();
  await expectNoAxeFindings(page);
  await page.keyboard.press('l');
  await saying(page, '1 pedido está em “Liberado para separação”.');
});

test.describe('pages out of reach', () => {
  test.use({ tolerated: [/status of 404/] });
  test('an order that her school does not have is not found (ROLE-08)', { tag: '@deep' }, async ({ page, loginAs }) => {
    await loginAs(OFFICE);
    expect((await page.goto('/manager-panel/pedidos/99999'))?.status()).toBe(404);
    await expect(page.getByRole('link', { name: 'Ver os pedidos' })).toBeVisible();
    await expectNoAxeFindings(page);
  });
});

test('students do not see the panel (ROLE-02)', { tag: '@deep' }, async ({ page, loginAs }) => {
  await loginAs('aluna@demo.example');
  await page.goto('/manager-panel/pedidos');
  expect(new URL(page.url()).pathname).toBe('/dashboard');
});

test('an empty search of orders has a way back', { tag: '@deep' }, async ({ page, loginAs }) => {
  await loginAs(OFFICE);
  await page.goto('/manager-panel/pedidos?q=ninguem&estado=8');
  await expectNoAxeFindings(page);
  await page.getByRole('main').getByRole('link', { name: 'Limpar filtros' }).click();
  await expect(page.getByText('10 pedidos')).toBeVisible();
});
