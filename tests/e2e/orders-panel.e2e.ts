import { logIn } from './support/log-in.ts';
import { expect, expectNoAxeFindings, freshTest, test } from './support/portal-test.ts';

const steps = ['Liberado para separação', 'Em separação', 'Aguardando transportadora'] as const;

freshTest('ORDER-14 an order goes from paid to delivered', { tag: '@both' }, async ({ page }) => {
  await logIn(page, 'gestora@demo.example');
  await page.goto('/manager-panel/pedidos');
  await expectNoAxeFindings(page);
  await page.getByLabel('Número ou nome do aluno').fill('p-000007');
  await page.getByRole('button', { name: 'Buscar' }).click();
  const row = page.getByRole('main').locator('tbody tr');
  await expect(row).toHaveCount(1);
  await expect(row).toContainText('A atender');
  for (const status of steps) {
    await row.getByRole('button').click();
    await expect(page.getByRole('status')).toContainText(`“${status}”`);
    await expect(row).toContainText(status);
  }
  await row.getByRole('link', { name: 'Registrar a coleta' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Pedido P-000007');

  // A code without a carrier is sent back with what was typed.
  const step = page.getByRole('region', { name: 'Próximo passo' });
  await step.getByLabel('Código de rastreio').fill('BR987654321BR');
  await step.getByRole('button', { name: 'Registrar a coleta' }).click();
  await expect(step.getByRole('alert')).toContainText('Confira os campos');
  await expect(step.getByText('Diga quem transporta')).toBeVisible();
  await expect(step.getByLabel('Código de rastreio')).toHaveValue('BR987654321BR');
  await expectNoAxeFindings(page);
  await step.getByLabel('Transportadora').fill('Correios');
  await step.getByLabel('Endereço do rastreio').fill('https://rastreio.example/BR987654321BR');
  await step.getByLabel('Nota para o aluno').fill('Chega na terça');
  await step.getByRole('button', { name: 'Registrar a coleta' }).click();
  await expect(page.getByText('Agora está em “Coletado pela transportadora”')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Andamento' })).toContainText('Chega na terça');
  await expect(page.getByRole('region', { name: 'Entrega' })).toContainText('BR987654321BR');
  await step.getByRole('button', { name: 'Confirmar a entrega' }).click();
  await expect(step).toContainText('Este pedido terminou.');
  await expect(step).toContainText('Entregue');
  await expectNoAxeFindings(page);
});

freshTest('a paid order is refused with a reason, once', async ({ page }) => {
  await logIn(page, 'gestora@demo.example');
  await page.goto('/manager-panel/pedidos?estado=2');
  await page.getByRole('main').locator('tbody tr').getByRole('link').first().click();
  const step = page.getByRole('region', { name: 'Próximo passo' });
  const reason = step.getByLabel('Motivo, que o aluno vai ler');
  await expect(reason).toBeHidden();
  await step.getByText('Recusar o pedido').click();
  await expect(step).toContainText('voltam pelo mesmo meio');
  await expectNoAxeFindings(page);
  await reason.fill('   ');
  await step.getByRole('button', { name: /^Recusar e devolver/ }).click();
  await expect(step.getByText('Escreva o motivo')).toBeVisible();
  await expectNoAxeFindings(page);
  await reason.fill('Edição esgotada na editora');
  await step.getByRole('button', { name: /^Recusar e devolver/ }).click();
  await expect(page.getByText('Agora está em “Cancelado”')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Andamento' })).toContainText('Edição esgotada na editora');
  await expect(step.getByRole('button')).toHaveCount(0);
});

freshTest('a step that somebody else took first is said, not repeated', { tag: '@deep' }, async ({ page, context }) => {
  await logIn(page, 'gestora@demo.example');
  await page.goto('/manager-panel/pedidos?q=P-000007');
  const other = await context.newPage();
  await other.goto('/manager-panel/pedidos?q=P-000007');
  await page.getByRole('button', { name: 'Liberar para separação' }).click();
  await expect(page.getByRole('status')).toContainText('“Liberado para separação”');
  await other.getByRole('button', { name: 'Liberar para separação' }).click();
  await expect(other.getByRole('alert')).toContainText('não pode passar');
  await expect(other.getByRole('button', { name: 'Começar a separar' })).toBeVisible();
});

test.describe('what is not hers', () => {
  test.use({ tolerated: [/status of 404/] });
  test('an order that her school lacks is not found (ROLE-08)', { tag: '@deep' }, async ({ page, loginAs }) => {
    await loginAs('gestora@demo.example');
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
  await loginAs('gestora@demo.example');
  await page.goto('/manager-panel/pedidos?q=ninguem&estado=8');
  await expectNoAxeFindings(page);
  await page.getByRole('link', { name: 'Ver todos' }).click();
  await expect(page.getByText('10 pedidos')).toBeVisible();
});
