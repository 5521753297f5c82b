import { logIn } from './support/log-in.ts';
import { expect, expectNoAxeFindings, freshTest } from './support/portal-test.ts';

const OFFICE = 'gestora@demo.example';

freshTest('a late bill is found, its day chosen, its payment noted and undone', { tag: '@both' }, async ({ page }) => {
  await logIn(page, OFFICE);
  await page.goto('/manager-panel/financeiro?estado=vencidas');
  await expectNoAxeFindings(page);
  await page.getByLabel('Nome, matrícula ou CPF do aluno').fill('ana souza');
  await page.getByRole('button', { name: 'Buscar' }).click();
  await page.getByRole('link', { name: /^Ana Souza.*Mensalidade 5 de 12/ }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Mensalidade 5 de 12');
  await expectNoAxeFindings(page);

  // The day before it is taken: the amount of that day is shown first, and the way stays chosen.
  const counter = page.getByRole('region', { name: 'Receber na escola' });
  await counter.getByLabel('Forma').selectOption('maquina');
  const field = counter.getByLabel('Dia em que foi pago');
  const today = await field.inputValue();
  await field.fill((await field.getAttribute('min')) ?? '');
  await counter.getByRole('button', { name: /^Anotar/ }).click();
  await expect(counter.getByRole('status')).toContainText('349,00');
  await expect(counter.getByLabel('Forma')).toHaveValue('maquina');
  await field.fill(today);
  await counter.getByRole('button', { name: /^Anotar/ }).click();
  await counter.getByRole('button', { name: /^Anotar/ }).click();
  await expect(page.getByText('Recebimento anotado')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Quanto é' })).toContainText('Cartão na escola');
  const receipt = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Recibo' }).click();
  expect((await receipt).suggestedFilename()).toMatch(/^recibo-.*\.pdf$/);
  await expectNoAxeFindings(page);

  const change = page.getByRole('region', { name: 'Mudar' });
  await change.getByText('Desfazer a anotação de hoje').click();
  await change.locator('#motivo-desfazer').fill('Aluna errada');
  await change.getByRole('button', { name: 'Desfazer' }).click();
  await expect(page.getByText('a parcela está em aberto de novo')).toBeVisible();
  await expect(page.getByRole('region', { name: 'O que aconteceu' })).toContainText('Aluna errada');
});

freshTest('a discount keeps what was typed when it is refused, and shows in the history', async ({ page }) => {
  await logIn(page, OFFICE);
  await page.goto('/manager-panel/financeiro/106');
  const change = page.getByRole('region', { name: 'Mudar' });
  await change.getByText('Dar desconto ou dispensar').click();
  const amount = change.getByLabel('Desconto da escola (R$)');
  await amount.fill('329,00');
  await change.locator('#motivo-desconto').fill('Irmãos');
  await change.getByRole('button', { name: 'Mudar o valor' }).click();
  await expect(change.getByText('O desconto não deixa nada a pagar')).toBeVisible();
  await expect(amount).toHaveValue('329,00');
  await expectNoAxeFindings(page);
  await amount.fill('29');
  await change.getByRole('button', { name: 'Mudar o valor' }).click();
  await expect(page.getByRole('region', { name: 'Quanto é' })).toContainText('300,00');
  await expect(page.getByRole('region', { name: 'O que aconteceu' })).toContainText('Irmãos');
  await page.getByRole('button', { name: 'Criar link de pagamento' }).click();
  await expect(page.getByRole('textbox', { name: 'Link de pagamento' })).toHaveValue(/\/pagar\//);
});

freshTest('a contract and an agreement are shown before they are made', { tag: '@both' }, async ({ page }) => {
  await logIn(page, OFFICE);
  await page.goto('/manager-panel/financeiro/contrato?aluno=1');
  await page.getByLabel('Curso').fill('Inglês B1');
  await page.getByLabel('Valor de cada parcela (R$)').fill('abc');
  await page.getByLabel('Número de parcelas').fill('3');
  await page.getByRole('button', { name: 'Conferir' }).click();
  await expect(page.getByText('Digite um valor, como 150,00')).toBeVisible();
  await expect(page.getByLabel('Curso')).toHaveValue('Inglês B1');
  await expectNoAxeFindings(page);
  await page.getByLabel('Valor de cada parcela (R$)').fill('350');
  await page.getByRole('button', { name: 'Conferir' }).click();
  await expect(page.getByText('1.050,00')).toBeVisible();
  await expectNoAxeFindings(page);
  await page.getByRole('button', { name: 'Criar o contrato' }).click();
  await expect(page.getByText('Contrato criado')).toBeVisible();

  await page.getByRole('link', { name: 'Renegociar' }).click();
  await page.getByLabel('Número de parcelas').fill('2');
  await page.getByLabel('Motivo').fill('Desemprego');
  await expectNoAxeFindings(page);
  await page.getByRole('button', { name: 'Conferir' }).click();
  await page.getByRole('button', { name: 'Fazer o acordo' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Acordo 1 de 2');
});

freshTest('the close of a month sums up and downloads', { tag: '@both' }, async ({ page }) => {
  await logIn(page, OFFICE);
  await page.goto('/manager-panel/financeiro/fechamento');
  await page.getByRole('navigation', { name: 'Mês' }).getByRole('link').first().click();
  await expect(page.getByRole('region', { name: 'Por dia e forma' })).toContainText('349,00');
  await expectNoAxeFindings(page);
  const table = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Baixar planilha' }).click();
  expect((await table).suggestedFilename()).toMatch(/^fechamento-\d{4}-\d{2}\.csv$/);
});
