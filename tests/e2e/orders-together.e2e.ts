import type { Page } from '@playwright/test';
import { logIn } from './support/log-in.ts';
import { expect, expectNoAxeFindings, freshTest } from './support/portal-test.ts';
import { expectWithinReach } from './support/reach.ts';

// Paid, released and being packed: three orders of the demo school, one step apart.
const [PAID, RELEASED, PACKED] = ['P-000007', 'P-000006', 'P-000005'];

const LIST = '/manager-panel/pedidos?estado=avancar';
const mark = (page: Page, numero = '') => page.getByRole('checkbox', { name: `Marcar pedido ${numero}, Ana Souza` });
const row = (page: Page, numero = '') => page.getByRole('main').locator('tbody tr').filter({ hasText: numero });
const told = (page: Page) => page.getByRole('main').getByRole('status');

async function moveMarked(page: Page, numbers: readonly string[], button: string): Promise<void> {
  for (const numero of numbers) await mark(page, numero).check();
  await page.getByRole('button', { name: button, exact: true }).click();
}

freshTest('three orders move on with four clicks, and go back with one', { tag: '@both' }, async ({ page }) => {
  await logIn(page, 'gestora@demo.example');
  await page.goto(LIST);
  await moveMarked(page, [PAID], 'Liberar 1 pedido para separação');
  await expect(told(page)).toContainText('1 pedido está em “Liberado para separação”. O aluno foi avisado.');
  await moveMarked(page, [PAID, RELEASED], 'Começar a separar 2 pedidos');
  await expect(told(page)).toContainText('2 pedidos estão em “Em separação”. Cada aluno foi avisado.');

  let clicks = 0;
  for (const numero of [PAID, RELEASED, PACKED]) {
    await mark(page, numero).click();
    clicks += 1;
  }
  const button = page.getByRole('button', { name: 'Marcar 3 pedidos como prontos', exact: true });
  // The button comes to where the marks are.
  await expect(button).toBeInViewport();
  await expectNoAxeFindings(page);
  await button.click();
  clicks += 1;
  expect(clicks).toBeLessThanOrEqual(4);
  await expect(told(page)).toContainText('3 pedidos estão em “Aguardando transportadora”.');
  for (const numero of [PAID, RELEASED, PACKED])
    await expect(row(page, numero)).toContainText('Aguardando transportadora');
  await expectNoAxeFindings(page);

  await page.getByRole('button', { name: 'Desfazer' }).click();
  await expect(told(page)).toContainText('3 pedidos voltaram para “Em separação”.');
  await expect(page.getByRole('button', { name: 'Desfazer' })).toHaveCount(0);
  for (const numero of [PAID, RELEASED, PACKED]) await expect(row(page, numero)).toContainText('Em separação');
});

freshTest(
  'an order that went on meanwhile is named with the reason, there and back',
  { tag: '@deep' },
  async ({ page, context }) => {
    await logIn(page, 'gestora@demo.example');
    await page.goto(LIST);
    const other = await context.newPage();
    await other.goto(LIST);
    await moveMarked(other, [PAID], 'Liberar 1 pedido para separação');
    await expect(told(other)).toContainText('1 pedido está em');

    // The first page still shows the paid order.
    await moveMarked(page, [PAID], 'Liberar 1 pedido para separação');
    await expect(told(page)).toContainText('Nenhum pedido mudou.');
    await expect(told(page)).toContainText('1 pedido ficou como estava:');
    await expect(told(page)).toContainText(`${PAID}, de Ana Souza: Este pedido está em “Liberado para separação”`);
    await expect(page.getByRole('button', { name: 'Desfazer' })).toHaveCount(0);
    await expectNoAxeFindings(page);

    await moveMarked(page, [PAID, RELEASED], 'Começar a separar 2 pedidos');
    await expect(told(page)).toContainText('2 pedidos estão em “Em separação”.');
    await other.goto(LIST);
    await row(other, PAID)
      .getByRole('button', { name: /^Pronto para coleta/ })
      .click();
    await expect(told(other)).toContainText('“Aguardando transportadora”');
    await page.getByRole('button', { name: 'Desfazer' }).click();
    await expect(told(page)).toContainText('1 pedido voltou para “Liberado para separação”.');
    await expect(told(page)).toContainText(
      `${PAID}, de Ana Souza: Este pedido está em “Aguardando transportadora”: o passo já não volta.`,
    );
    await expectNoAxeFindings(page);
    await expectWithinReach(page);
  },
);

freshTest(
  'orders are marked and moved by keyboard, and different steps are no step together',
  { tag: '@deep' },
  async ({ page }) => {
    await logIn(page, 'gestora@demo.example');
    await page.goto(LIST);
    await expectWithinReach(page);
    const button = page.locator('[data-move-marked]');
    await expect(button).toHaveText('Avançar os marcados');
    await mark(page, PAID).focus();
    await page.keyboard.press('Space');
    await mark(page, RELEASED).focus();
    await page.keyboard.press('Space');
    await expect(button).toHaveText('Marque pedidos da mesma situação: eles avançam juntos.');
    await expect(button).toBeDisabled();
    await expectNoAxeFindings(page);
    await expectWithinReach(page);
    await page.keyboard.press('Space');
    await expect(button).toHaveText('Liberar 1 pedido para separação');
    await page.keyboard.press('Enter');
    await expect(told(page)).toContainText('1 pedido está em “Liberado para separação”.');
    // A code of the carrier is asked for in each order.
    await expect(page.getByRole('checkbox', { name: /P-000004/ })).toHaveCount(0);
  },
);

freshTest.describe('without scripts', () => {
  freshTest.use({ javaScriptEnabled: false });
  freshTest('one button moves what shares a step, or says why not', { tag: '@deep' }, async ({ page }) => {
    await logIn(page, 'gestora@demo.example');
    await page.goto(LIST);
    const button = page.getByRole('button', { name: 'Avançar os marcados' });
    await button.click();
    await expect(page.getByRole('alert')).toContainText('Marque ao menos um pedido.');
    await mark(page, PAID).check();
    await mark(page, RELEASED).check();
    await button.click();
    await expect(page.getByRole('alert')).toContainText('Marque pedidos da mesma situação');
    await mark(page, PAID).check();
    await button.click();
    await expect(told(page)).toContainText('1 pedido está em “Liberado para separação”.');
    await page.getByRole('button', { name: 'Desfazer' }).click();
    await expect(told(page)).toContainText('1 pedido voltou para “A atender”.');
  });
});
