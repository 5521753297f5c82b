import { logIn } from './support/log-in.ts';
import { expect, expectNoAxeFindings, freshTest, untilHydrated } from './support/portal-test.ts';

// A refusal is an answer: the browser notes it.
freshTest.use({ tolerated: [/status of 422/] });

freshTest('MANAGER-09 a unit is added, renamed and closed, and it leaves the forms', async ({ page }) => {
  await logIn(page, 'gestora@demo.example');
  await page.goto('/manager-panel/equipe/unidades');
  await untilHydrated(page);
  await page.keyboard.press('n');
  const form = page.getByRole('dialog');
  await form.getByLabel('Nome da unidade').fill('KNN Barão');
  await form.getByLabel('Telefone').fill('3200-1010');
  await form.getByRole('button', { name: 'Adicionar a unidade' }).click();
  await expect(form.getByText('confira o DDD')).toBeVisible();
  await expect(form.getByLabel('Nome da unidade')).toHaveValue('KNN Barão');
  await form.getByLabel('Telefone').fill('(19) 3200-1010');
  await form.getByLabel('CNPJ').fill('11.222.333/0001-81');
  await expectNoAxeFindings(page);
  await form.getByRole('button', { name: 'Adicionar a unidade' }).click();
  await expect(page.getByText('Unidade adicionada').first()).toBeVisible();
  await expect(form).toBeHidden();
  expect((await page.locator('tbody tr').first().boundingBox())?.y).toBeLessThanOrEqual(220);
  await expectNoAxeFindings(page);

  await page.getByRole('link', { name: 'KNN Barão', exact: true }).click();
  await page.getByRole('button', { name: 'Mudar os dados' }).click();
  await form.getByLabel('Nome da unidade').fill('KNN Barão Geraldo');
  await form.getByRole('button', { name: 'Salvar' }).click();
  await expect(page.getByRole('heading', { name: 'KNN Barão Geraldo', level: 1 })).toBeVisible();
  await expect(page.getByText('Também é encontrada como KNN Barão.')).toBeVisible();
  const there = page.url().split('?')[0] ?? '';
  const openClassForm = async () => {
    await page.goto('/manager-panel/turmas');
    await untilHydrated(page);
    await page.getByRole('button', { name: 'Nova turma' }).click();
  };
  await openClassForm();
  const choice = page.getByLabel('Unidade').getByRole('option', { name: 'KNN Barão Geraldo' });
  await expect(choice).toHaveCount(1);

  await page.goto(there);
  await expect(page.getByText('Nada em andamento')).toBeVisible();
  await page.getByRole('button', { name: 'Encerrar a unidade' }).click();
  await expectNoAxeFindings(page);
  await page.getByRole('button', { name: 'Encerrar KNN Barão Geraldo' }).click();
  await expect(page.getByText('Unidade encerrada.').first()).toBeVisible();
  await openClassForm();
  await expect(page.getByLabel('Unidade').getByRole('option', { name: 'KNN Vila Nova' })).toHaveCount(1);
  await expect(choice).toHaveCount(0);

  await page.goto(there);
  await page.getByRole('button', { name: 'Reabrir a unidade' }).click();
  await expect(page.getByText('Unidade reaberta.').first()).toBeVisible();
});
