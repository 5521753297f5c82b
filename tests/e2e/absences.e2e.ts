import { forgetSession, logIn, submitLogin } from './support/log-in.ts';
import { expect, expectNoAxeFindings, freshTest } from './support/portal-test.ts';
import { expectWithinReach } from './support/reach.ts';

freshTest('Davi reports an absence and books a make-up lesson; Helena excuses the absence', async ({ page }) => {
  await page.goto('/login/main');
  await submitLogin(page, 'familia@demo.example');
  await page.getByRole('button', { name: /Davi Reis/ }).click();
  await page.waitForURL('**/dashboard');
  await page.goto('/pedagogico/notas/1');
  await page.getByRole('navigation', { name: 'Partes da turma' }).getByRole('link', { name: 'Presença' }).click();
  await page.waitForURL(/\/pedagogico\/notas\/\d+\?parte=frequencia$/);
  await expectNoAxeFindings(page);

  // Missing fields are marked, and the typed text stays.
  await page.getByLabel(/Motivo/).fill('Prova na escola');
  await page.getByRole('button', { name: 'Avisar a escola' }).click();
  await expect(page.getByLabel('Aula', { exact: true })).toHaveAccessibleDescription('Escolha a aula');
  await expect(page.getByLabel(/Motivo/)).toHaveValue('Prova na escola');
  await page.getByLabel('Aula', { exact: true }).selectOption({ index: 2 });
  await page.getByRole('button', { name: 'Avisar a escola' }).click();
  await expect(page.getByText('A escola foi avisada.')).toBeVisible();
  const rows = page.getByRole('region', { name: 'Suas faltas' }).getByRole('listitem');
  await expect(rows.filter({ hasText: 'Prova na escola' })).toContainText('Avisada');

  await rows
    .filter({ hasText: 'Prova na escola' })
    .getByRole('link', { name: /^Repor/ })
    .click();
  const offers = page.getByRole('region', { name: 'Repor uma aula' });
  await expectNoAxeFindings(page);
  await offers.getByRole('button', { name: 'Marcar reposição' }).click();
  await expect(offers.getByText('Escolha uma aula para repor')).toBeVisible();
  await offers
    .getByRole('radio', { name: /Conversação Online/ })
    .filter({ visible: true })
    .first()
    .check();
  await offers.getByRole('button', { name: 'Marcar reposição' }).click();
  await expect(page.getByText('Ela já está na sua agenda.')).toBeVisible();
  await expect(rows.filter({ hasText: 'Prova na escola' })).toContainText('Reposição marcada: Conversação Online');

  await forgetSession(page);
  await logIn(page, 'gestora@demo.example');
  await page.goto('/manager-panel/faltas');
  await expectNoAxeFindings(page);
  const told = page.getByRole('main').locator('tbody tr').filter({ hasText: 'Prova na escola' });
  await told.getByRole('button', { name: /^Mais ações/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Justificar', exact: true }).click();
  await expect(page.getByText('Falta justificada. O aluno foi avisado.')).toBeVisible();
  await expect(told).toContainText('Justificada');
  await page.getByRole('link', { name: 'Reposições' }).click();
  await expect(page.getByRole('main').locator('tbody tr').filter({ hasText: 'Davi Reis' })).toBeVisible();
  await expectNoAxeFindings(page);
  await expectWithinReach(page);
});
