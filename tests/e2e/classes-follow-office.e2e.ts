import type { Page } from '@playwright/test';
import { forgetSession, logIn } from './support/log-in.ts';
import { expect, expectNoAxeFindings, freshTest, untilHydrated } from './support/portal-test.ts';
import { expectWithinReach } from './support/reach.ts';

// Who left the staff is not found any more, which the browser notes.
freshTest.use({ tolerated: [/status of 404/] });

/** Types a class on Mondays of July 2031: its lessons show before it is saved. */
async function planClass(page: Page, name: string) {
  await page.goto('/manager-panel/turmas');
  await untilHydrated(page);
  await page.getByRole('button', { name: 'Nova turma' }).click();
  await page.getByLabel('Nome da turma').fill(name);
  await page.getByLabel('Unidade', { exact: true }).selectOption({ label: 'KNN Vila Nova' });
  await page.getByLabel('Livro', { exact: true }).selectOption({ index: 1 });
  await page.getByLabel('Professor', { exact: true }).selectOption({ label: 'Júlia Castro · KNN Vila Nova' });
  await page.getByLabel('Primeiro dia').fill('2031-07-01');
  await page.getByLabel('Último dia').fill('2031-07-31');
  await page.getByLabel('Segunda: início').fill('12:00');
  await page.getByLabel('Segunda: fim').fill('13:00');
  await expect(page.getByRole('status', { name: 'As aulas' })).toContainText('aulas');
}

freshTest(
  'the office sees a clash, cancels a closed day in one act, and hands over the classes of a teacher',
  async ({ page }) => {
    await logIn(page, 'gestora@demo.example');
    await planClass(page, 'Inglês A1 · Almoço');
    await page.getByRole('button', { name: 'Salvar a turma' }).click();
    await expect(page.getByText('Turma criada, com todas as aulas.').first()).toBeVisible();
    await planClass(page, 'Inglês A2 · Almoço');
    await expect(page.getByRole('status', { name: 'As aulas' })).toContainText(
      'Júlia Castro já tem aula de Inglês A1 · Almoço em 07/07/2031, 12:00 e em mais 3 dias',
    );
    await expectNoAxeFindings(page);
    await page.getByRole('checkbox', { name: 'Sim, guardar mesmo assim' }).check();
    await page.getByRole('button', { name: 'Salvar a turma' }).click();
    await expect(page.getByText('Turma criada, com todas as aulas.').first()).toBeVisible();

    await page.goto('/manager-panel/turmas/dias-sem-aula');
    await page.getByRole('button', { name: 'Incluir um dia' }).click();
    await page.getByLabel('Dia', { exact: true }).fill('2031-07-14');
    await page.getByLabel('Motivo', { exact: true }).fill('Aniversário da cidade');
    await page.getByRole('button', { name: 'Incluir', exact: true }).click();
    await expect(page.getByText('Há 2 aulas marcadas nele').first()).toBeVisible();
    await expectNoAxeFindings(page);
    await page.getByRole('button', { name: 'Mais ações: 14/07/2031' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancelar as aulas' }).click();
    await expect(page.getByRole('dialog')).toContainText('12:00, Inglês A2 · Almoço');
    await page.getByRole('button', { name: 'Cancelar as 2 aulas' }).click();
    await expect(page.getByText('2 aulas canceladas. Não havia alunos a avisar.').first()).toBeVisible();

    await page.goto('/manager-panel/equipe/9');
    await page.getByRole('button', { name: 'Encerrar o acesso' }).click();
    const leaving = page.getByRole('dialog', { name: 'Encerrar o acesso' });
    const end = leaving.getByRole('button', { name: 'Encerrar o acesso de Júlia' });
    await expect(leaving.getByRole('combobox').first()).toBeVisible();
    await end.click();
    await expect(leaving.getByText('Este campo é obrigatório').first()).toBeVisible();
    await expectNoAxeFindings(page);
    for (const heir of await leaving.getByRole('combobox').all()) await heir.selectOption('ninguem');
    await expectWithinReach(page);
    await end.click();
    await expect(page.getByText('Acesso encerrado').first()).toBeVisible();
    await page.goto('/manager-panel');
    await page.getByRole('link', { name: /turmas sem professor/ }).click();
    await expect(page.getByRole('row', { name: /Inglês A1 · Almoço/ })).toContainText('A definir');
  },
);

freshTest('a student whose course ended can export data, and the office sees the erasure request', async ({ page }) => {
  await logIn(page, 'gestora@demo.example');
  await page.goto('/manager-panel/profile/1');
  await page.getByRole('button', { name: 'Encerrar o curso' }).click();
  const end = page.getByRole('dialog', { name: 'Encerrar o curso' });
  await end.getByLabel('Motivo').fill('Mudou de cidade');
  await end.getByRole('button', { name: 'Encerrar o curso' }).click();
  await expect(page.getByText('O curso terminou: entra só para baixar os próprios dados')).toBeVisible();
  await forgetSession(page);
  await logIn(page, 'aluna@demo.example');
  await page.goto('/dashboard');
  await expect(page).toHaveURL(/\/me\/privacidade/);
  await expect(page.getByText('Seu curso nesta escola terminou')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Baixar em ZIP' })).toBeVisible();
  await expectNoAxeFindings(page);
  await page.getByText('Quero apagar minha conta').click();
  await page.getByLabel('Sua senha').fill('portal-demo');
  await page.getByRole('button', { name: 'Apagar minha conta' }).click();
  await expect(page.getByText(/Sua conta será apagada em/)).toBeVisible();
  await forgetSession(page);
  await logIn(page, 'gestora@demo.example');
  await page.goto('/manager-panel/profile/1');
  await expect(page.getByText('Pediu para apagar os dados').first()).toBeVisible();
  await expectNoAxeFindings(page);
});
