import { logIn } from './support/log-in.ts';
import { expect, expectNoAxeFindings, freshTest } from './support/portal-test.ts';
import { expectWithinReach } from './support/reach.ts';

freshTest(
  'the office makes a class, puts a student into it, and moves and cancels its lessons',
  { tag: '@both' },
  async ({ page }) => {
    await logIn(page, 'gestora@demo.example');
    await page.goto('/manager-panel/turmas/dias-sem-aula');
    await page.getByLabel('Dia', { exact: true }).fill('2031-07-14');
    await page.getByLabel('Motivo', { exact: true }).fill('Aniversário da cidade');
    await page.getByRole('button', { name: 'Incluir' }).click();
    await expect(page.getByRole('status')).toContainText('Dia incluído');
    await expectNoAxeFindings(page);

    await page.goto('/manager-panel/turmas');
    await expectNoAxeFindings(page);
    await page.getByRole('link', { name: 'Nova turma' }).click();
    await page.getByLabel('Nome da turma').fill('Inglês A1 · Almoço');
    await page.getByRole('button', { name: 'Conferir as aulas' }).click();
    await expect(page.getByRole('alert')).toContainText('Confira');
    await expect(page.getByLabel('Nome da turma')).toHaveValue('Inglês A1 · Almoço');
    await page.getByLabel('Unidade', { exact: true }).selectOption({ label: 'KNN Vila Nova' });
    await page.getByLabel('Livro', { exact: true }).selectOption({ index: 1 });
    await page.getByLabel('Professor', { exact: true }).selectOption({ label: 'Júlia Castro · KNN Vila Nova' });
    await page.getByLabel('Lugares').fill('1');
    await page.getByLabel('Primeiro dia').fill('2031-07-01');
    await page.getByLabel('Último dia').fill('2031-07-31');
    await page.getByLabel('Segunda: início').fill('12:00');
    await page.getByLabel('Segunda: fim').fill('13:00');
    await page.getByRole('button', { name: 'Conferir as aulas' }).click();
    const check = page.getByRole('region', { name: 'Está certo?' });
    await expect(check).toContainText('3 aulas');
    await expect(check).toContainText('14/07/2031 (Aniversário da cidade)');
    await expectNoAxeFindings(page);
    await page.getByRole('button', { name: 'Criar a turma' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Inglês A1 · Almoço');
    await expect(page.getByRole('main').getByRole('link', { name: /\/07\/2031/ })).toHaveCount(3);

    // Another timetable is shown before it moves anything.
    await page.getByRole('link', { name: 'Mudar dados e horários' }).click();
    await page.getByLabel('Segunda: início').fill('12:30');
    await page.getByLabel('Segunda: fim').fill('13:30');
    await page.getByRole('button', { name: 'Conferir as aulas' }).click();
    await expect(check).toContainText('Aula 1: 07/07/2031, 12:00 → 07/07/2031, 12:30');
    await page.getByRole('button', { name: 'Salvar a turma' }).click();
    await expect(page.getByRole('status')).toContainText('Turma atualizada');

    await page.getByRole('link', { name: /Alunos · 0 de 1/ }).click();
    await page.getByRole('searchbox').fill('carla');
    await page.getByRole('button', { name: 'Buscar', exact: true }).last().click();
    await page.getByRole('button', { name: /Pôr na turma/ }).click();
    await expect(page.getByRole('region', { name: 'Alunos' })).toContainText('Carla Dias');
    await expectNoAxeFindings(page);
    await page.getByRole('searchbox').fill('bruno');
    await page.getByRole('searchbox').press('Enter');
    await expect(page.getByText('Ninguém encontrado')).toBeVisible();

    await page.getByRole('link', { name: 'Aulas', exact: true }).click();
    await page
      .getByRole('main')
      .getByRole('link', { name: /07\/07\/2031/ })
      .click();
    await page.getByLabel('Dia', { exact: true }).fill('2031-07-08');
    await page.getByRole('button', { name: 'Remarcar' }).click();
    await expect(page.getByRole('status')).toContainText('Aula remarcada');
    await expect(page.getByRole('region', { name: 'Quando' })).toContainText('Estava marcada para 07/07/2031');
    await expectNoAxeFindings(page);
    await page.getByText('Cancelar esta aula').click();
    await page.getByRole('button', { name: 'Cancelar a aula' }).click();
    await expect(page.getByRole('status')).toContainText('Aula cancelada');
    await page.getByRole('button', { name: 'Voltar a aula' }).click();
    await expect(page.getByRole('status')).toContainText('A aula voltou');
    await expectWithinReach(page);
  },
);
