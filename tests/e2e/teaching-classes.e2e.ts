import type { Page } from '@playwright/test';
import { fullClass } from './support/full-class.ts';
import { expectWholeTitles } from './support/kit-list.ts';
import { logIn } from './support/log-in.ts';
import { expect, expectNoAxeFindings, freshTest, untilHydrated } from './support/portal-test.ts';
import { expectPresses } from './support/presses.ts';
import { expectWithinReach, resize } from './support/reach.ts';
import { isHoliday } from './support/school.ts';
import { NARROWEST, screens } from './support/screens.ts';

const LAPTOP = { width: 1366, height: 650 };
const HELENA = 'gestora@demo.example';
const saying = (page: Page, words: string) => expect(page.getByText(words).first()).toBeVisible();
const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

// A class that is full refuses.
freshTest.use({ tolerated: [/status of 409/] });

freshTest(
  'the office creates a class, enrolls a student, and moves and cancels lessons',
  { tag: '@both' },
  async ({ page }) => {
    await logIn(page, HELENA);
    await page.goto('/manager-panel/turmas/dias-sem-aula');
    await page.getByRole('button', { name: 'Incluir um dia' }).click();
    await page.getByRole('button', { name: 'Incluir', exact: true }).click();
    await expect(page.getByRole('dialog').getByText('Este campo é obrigatório').first()).toBeVisible();
    await page.getByLabel('Dia', { exact: true }).fill('2031-07-14');
    await page.getByLabel('Motivo', { exact: true }).fill('Aniversário da cidade');
    await expectNoAxeFindings(page);
    await page.getByRole('button', { name: 'Incluir', exact: true }).click();
    await saying(page, 'Dia incluído. Turmas novas não terão aula nele.');
    await expect(page.getByRole('main').locator('tbody tr')).toContainText(['14/07/2031']);
    await expectWithinReach(page);
    await expectNoAxeFindings(page);

    await page.goto('/manager-panel/turmas');
    await expectNoAxeFindings(page);
    await untilHydrated(page);
    await page.getByRole('button', { name: 'Nova turma' }).click();
    await page.getByLabel('Nome da turma').fill('Inglês A1 · Almoço');
    await page.getByRole('button', { name: 'Salvar a turma' }).click();
    await expect(page.getByRole('dialog').getByText('Este campo é obrigatório').first()).toBeVisible();
    await expect(page.getByLabel('Nome da turma')).toHaveValue('Inglês A1 · Almoço');
    await page.getByLabel('Unidade', { exact: true }).selectOption({ label: 'KNN Vila Nova' });
    await page.getByLabel('Livro', { exact: true }).selectOption({ index: 1 });
    await page.getByLabel('Professor', { exact: true }).selectOption({ label: 'Júlia Castro · KNN Vila Nova' });
    await page.getByLabel('Lugares').fill('1');
    await page.getByLabel('Primeiro dia').fill('2031-07-01');
    await page.getByLabel('Último dia').fill('2031-07-31');
    await page.getByLabel('Segunda: início').fill('12:00');
    await page.getByLabel('Segunda: fim').fill('13:00');
    const check = page.getByRole('status', { name: 'As aulas' });
    await expect(check).toContainText('3 aulas');
    await expect(check).toContainText('14/07/2031 (Aniversário da cidade)');
    await expectNoAxeFindings(page);
    await page.getByRole('button', { name: 'Salvar a turma' }).click();
    await saying(page, 'Turma criada, com todas as aulas.');
    await page.getByRole('link', { name: 'Inglês A1 · Almoço' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Inglês A1 · Almoço');
    const coming = part(page, 'Próximas aulas');
    await expect(coming.getByRole('link', { name: /\/07\/2031, / })).toHaveCount(3);

    // Another timetable is shown before it moves anything.
    await untilHydrated(page);
    await page.getByRole('button', { name: 'Dados e horários' }).click();
    await page.getByLabel('Segunda: início').fill('12:30');
    await page.getByLabel('Segunda: fim').fill('13:30');
    await expect(check).toContainText('Aula 1: 07/07/2031, 12:00 → 07/07/2031, 12:30');
    await page.getByRole('button', { name: 'Salvar a turma' }).click();
    await saying(page, 'Turma atualizada');

    await page.getByRole('button', { name: 'Pôr alunos' }).click();
    await page.getByLabel(/^Nome, matrícula/).fill('carla');
    await page.getByRole('checkbox', { name: /^Carla Dias/ }).check();
    await expectNoAxeFindings(page);
    await page.getByRole('button', { name: 'Pôr na turma' }).click();
    await saying(page, 'Aluno na turma.');
    await expect(part(page, 'Alunos')).toContainText('Carla Dias');
    // The class is full: the form stays open and says why.
    await page.getByRole('button', { name: 'Pôr alunos' }).click();
    await page.getByLabel(/^Nome, matrícula/).fill('ana sou');
    await page.getByRole('checkbox', { name: /^Ana Souza/ }).check();
    await page.getByRole('button', { name: 'Pôr na turma' }).click();
    await expect(page.getByRole('dialog').getByText(/não tem mais lugar/)).toBeVisible();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Mais ações: Carla Dias' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Trancar' }).click();
    await expect(part(page, 'Alunos')).toContainText('Trancada');
    await expectNoAxeFindings(page);

    await coming.getByRole('link', { name: /07\/07\/2031, / }).click();
    await page.getByRole('button', { name: 'Remarcar' }).click();
    await page.getByLabel('Dia', { exact: true }).fill('2031-07-14');
    await saying(page, 'Dia sem aula na unidade: Aniversário da cidade.');
    await page.getByLabel('Dia', { exact: true }).fill('2031-07-08');
    await expectNoAxeFindings(page);
    await page.getByRole('dialog').getByRole('button', { name: 'Remarcar' }).click();
    await saying(page, 'Aula remarcada');
    await expect(part(page, 'Em resumo')).toContainText('terça-feira, 08/07/2031');
    await page.getByRole('button', { name: 'Desfazer' }).click();
    await expect(part(page, 'Em resumo')).toContainText('segunda-feira, 07/07/2031');
    await page.getByRole('button', { name: 'Cancelar', exact: true }).first().click();
    await page.getByRole('button', { name: 'Cancelar a aula' }).click();
    await saying(page, 'Aula cancelada');
    await page.getByRole('button', { name: 'Voltar a aula' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Voltar a aula' }).click();
    await saying(page, 'A aula voltou');
    await expectWithinReach(page);
    await expectNoAxeFindings(page);
  },
);

freshTest(
  'twenty students are enrolled with four presses, and a class gets a message with three presses',
  async ({ page }) => {
    await page.setViewportSize(LAPTOP);
    await logIn(page, HELENA);
    const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
    const id = await fullClass(page, { inicio: day(2), fim: day(9) }, { isEmpty: true });
    await page.goto('/manager-panel/turmas');
    await untilHydrated(page);
    const row = page.getByRole('main').locator('tbody tr');
    expect(await row.first().evaluate((each) => each.getBoundingClientRect().top)).toBeLessThanOrEqual(220);
    await expectWholeTitles(page);
    await expectPresses(page, 3, async () => {
      await page.getByRole('button', { name: 'Pôr alunos: Inglês A2 · Lotada' }).click();
      // Those who are in no class, whom the search narrows down.
      await page.getByLabel(/^Nome, matrícula/).fill('Teste');
      await expect(page.getByRole('checkbox', { name: /Teste/ })).toHaveCount(20);
      await page.getByRole('button', { name: 'Marcar os 20' }).click();
      await page.getByRole('button', { name: 'Pôr 20 na turma' }).click();
      await expect(row.filter({ hasText: 'Lotada' })).toContainText('20 de 20');
    });
    await page.getByRole('button', { name: 'Desfazer' }).click();
    await expect(row.filter({ hasText: 'Lotada' })).toContainText('0 de 20');

    await page.goto('/manager-panel/turmas/1');
    await untilHydrated(page);
    await expectPresses(page, 2, async () => {
      await page.getByRole('button', { name: 'Mensagem' }).click();
      await page.getByLabel('Título').fill('Prova na quinta');
      await page.getByLabel('Texto', { exact: true }).fill('Tragam o livro, {primeiro_nome}.');
      await expect(page.getByRole('dialog').getByText(/pessoas? no portal/)).toBeVisible();
      await expectNoAxeFindings(page);
      await page.getByRole('button', { name: /^Enviar para \d+/ }).click();
      await saying(page, 'Mensagem a caminho de');
    });
    await page.goto('/manager-panel/push-notification');
    await saying(page, 'Prova na quinta');
    expect(id).toBeGreaterThan(0);
  },
);

freshTest('a lesson of tomorrow is cancelled with three presses from the home, and restored', async ({ page }) => {
  await page.setViewportSize(LAPTOP);
  await logIn(page, HELENA);
  await page.goto('/manager-panel');
  const tomorrow = part(page, 'Aulas de hoje').locator('h3 + ul').getByRole('link');
  freshTest.skip(isHoliday(1), 'no class meets tomorrow');
  await expectPresses(page, 3, async () => {
    await tomorrow.first().click();
    await untilHydrated(page);
    await page.getByRole('button', { name: 'Cancelar', exact: true }).first().click();
    await page.getByRole('button', { name: 'Cancelar a aula' }).click();
    await saying(page, 'Aula cancelada. Avisamos a turma uma vez.');
  });
  await page.getByRole('button', { name: 'Desfazer' }).click();
  await expect(page.getByRole('button', { name: 'Remarcar' }).first()).toBeVisible();
  await page.keyboard.press('s');
  // Júlia teaches alone here.
  await expect(page.getByRole('dialog').getByText('Ninguém mais dá aula nesta escola.')).toBeVisible();
  await expectNoAxeFindings(page);
  for (const size of [LAPTOP, screens.phone, { width: NARROWEST, height: 800 }]) {
    await resize(page, size);
    await expectWithinReach(page);
  }
});

freshTest('a lesson of the week is moved by dragging and by keyboard, showing clashes before', async ({ page }) => {
  await page.setViewportSize(LAPTOP);
  await logIn(page, HELENA);
  await page.goto('/manager-panel/turmas/semana');
  await page.getByRole('link', { name: 'Próxima semana' }).click();
  await untilHydrated(page);
  const days = page.getByRole('main').getByRole('region', { name: /^[^ ]+, \d\d\/\d\d$/ });
  const cards = page.getByRole('main').getByRole('listitem');
  const card = cards.first();
  const title = (await card.getByRole('link').textContent()) ?? '';
  await card.dragTo(days.nth(3));
  const form = page.getByRole('dialog', { name: 'Remarcar' });
  const shown = /\d\d\/\d\d/.exec((await days.nth(3).getAttribute('aria-label')) ?? '')?.[0] ?? '';
  await expect(form.getByLabel('Dia', { exact: true })).toHaveValue(
    new RegExp(`-${shown.split('/').toReversed().join('-')}$`),
  );
  await expectNoAxeFindings(page);
  await form.getByLabel('Começa às').fill('05:00');
  await form.getByLabel('Termina às').fill('06:00');
  await form.getByRole('button', { name: 'Remarcar' }).click();
  await saying(page, 'Aula remarcada');
  await expect(days.nth(3)).toContainText('05:00–06:00');
  await page.getByRole('button', { name: 'Desfazer' }).click();
  await expect(days.nth(3)).not.toContainText('05:00–06:00');
  await expect(card.getByRole('link')).toHaveText(title);

  // By keys, to the hour of another lesson of the same teacher.
  const other = (await cards.nth(1).getByRole('link').textContent()) ?? '';
  await card.getByRole('link').focus();
  await page.keyboard.press('r');
  await form.getByLabel('Começa às').fill(other.slice(0, 5));
  await form.getByLabel('Termina às').fill(other.slice(6, 11));
  await page.keyboard.press('Escape');
  await expect(form).toHaveCount(0);
  await expect(card.getByRole('link')).toBeFocused();
  await page.goto('/manager-panel/turmas/horas');
  await expect(page.getByRole('main').locator('tbody tr').first()).toContainText('Júlia Castro');
  await expectNoAxeFindings(page);
  await expectWithinReach(page);
});
