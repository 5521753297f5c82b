import { forgetSession, logIn } from './support/log-in.ts';
import { expect, expectNoAxeFindings, freshTest, untilHydrated } from './support/portal-test.ts';

const TEACHER = 'professora@demo.example';
const EXERCISE = 'Verb to be';
/** The first one as a spreadsheet has it. */
const QUESTIONS = 'She ___ a teacher.\tis\tare\tam # “She” pede “is”.\nI ___ from Brazil. | am / ’m';

// A refused form.
freshTest.use({ tolerated: [/status of 422/] });

freshTest(
  'a teacher sets an exercise, a student answers it, and the grade is in the grade sheet',
  async ({ page, browser, baseURL }) => {
    freshTest.setTimeout(180_000);
    await logIn(page, TEACHER);
    await page.goto('/professor/turmas/1/atividades');
    await untilHydrated(page);
    await page.getByRole('button', { name: 'Novo exercício' }).click();
    const form = page.getByRole('dialog', { name: 'Novo exercício' });
    await form.getByLabel('Nome').fill(EXERCISE);
    await form.getByRole('textbox', { name: /^Perguntas/ }).fill('She is a teacher.');
    await form.getByLabel('Prazo: dia').fill('2031-07-14');
    await form.getByRole('button', { name: 'Criar e avisar a turma' }).click();
    await expect(form.getByText('Linha 1: escreva a pergunta e a resposta, com | entre elas')).toBeVisible();
    await expectNoAxeFindings(page);
    await form.getByRole('textbox', { name: /^Perguntas/ }).fill(QUESTIONS);
    await form.getByRole('button', { name: 'Criar e avisar a turma' }).click();
    await expect(page.getByText('Atividade criada')).toBeVisible();

    await forgetSession(page);
    await logIn(page, 'aluna@demo.example');
    await page.goto('/pedagogico/notas/101');
    await untilHydrated(page);
    const openWork = async () => {
      await page.getByRole('link', { name: EXERCISE }).click();
      return page.getByRole('dialog', { name: EXERCISE });
    };
    await (await openWork()).getByRole('link', { name: 'Responder' }).click();
    await untilHydrated(page);
    await page.getByLabel('is', { exact: true }).check();
    await expectNoAxeFindings(page);
    await page.getByRole('button', { name: 'Próxima' }).click();
    await page.getByLabel('Sua resposta').fill('are');

    const teacher = await (await browser.newContext({ baseURL })).newPage();
    await logIn(teacher, TEACHER);
    await teacher.goto('/professor/turmas/1/atividades');
    await teacher.getByRole('main').getByRole('link', { name: EXERCISE }).click();
    await untilHydrated(teacher);
    await teacher.getByRole('button', { name: 'Mudar o exercício' }).click();
    const changed = teacher.getByRole('dialog', { name: /^Mudar o exercício/ });
    await changed.getByRole('textbox', { name: /^Perguntas/ }).fill(QUESTIONS.replace('are', 'were'));
    await changed.getByRole('button', { name: 'Salvar o exercício' }).click();
    await expect(teacher.getByText('Atividade atualizada')).toBeVisible();
    await teacher.close();

    await page.getByRole('button', { name: 'Entregar' }).click();
    await expect(page.getByText('As perguntas mudaram.')).toBeVisible();
    await expect(page.getByLabel('were', { exact: true })).toBeVisible();
    await page.getByLabel('is', { exact: true }).check();
    await page.getByRole('button', { name: 'Próxima' }).click();
    await expect(page.getByLabel('Sua resposta')).toHaveValue('are');
    await page.getByRole('button', { name: 'Entregar' }).click();
    await expect(page.getByText('Nota 5,0')).toBeVisible();
    await expect(page.getByText('Resposta: am, ou ’m.')).toBeVisible();
    await expectNoAxeFindings(page);
    await page.getByRole('link', { name: 'Voltar às atividades' }).click();
    await untilHydrated(page);
    const done = await openWork();
    await expect(done.getByText('Corrigida', { exact: true })).toBeVisible();
    await done.getByRole('link', { name: 'Ver as respostas' }).click();
    await expect(page.getByText('Nota 5,0')).toBeVisible();

    await forgetSession(page);
    await logIn(page, TEACHER);
    await page.goto('/professor/turmas/1/atividades');
    await page.getByRole('main').getByRole('link', { name: EXERCISE }).click();
    await expect(page.getByRole('region', { name: 'Perguntas' })).toContainText('0 de 1 acertaram · 0%');
    await expectNoAxeFindings(page);
    await page.getByRole('region', { name: 'Quem entregou' }).getByRole('link', { name: 'Ana Souza' }).click();
    await expect(page.getByRole('region', { name: 'Entrega' })).toContainText('Errada: are');
    await expectNoAxeFindings(page);

    await page.goto('/professor/turmas/1/notas');
    await page.getByLabel('Nome do período').fill('Exercícios');
    await page.getByRole('button', { name: 'Incluir período' }).click();
    const columns = page.getByRole('region', { name: 'Avaliações deste período' });
    await columns.getByLabel('Nome da avaliação').fill(EXERCISE);
    await columns.getByLabel('Data').fill('2026-11-20');
    await columns.getByRole('button', { name: 'Incluir avaliação' }).click();
    await columns.getByText(EXERCISE).first().click();
    await columns.getByLabel('Trazer as notas de um trabalho').selectOption({ label: `${EXERCISE} · 1 nota` });
    await columns.getByRole('button', { name: 'Trazer' }).click();
    await expect(page.getByText('As notas do trabalho estão na coluna.')).toBeVisible();
    await untilHydrated(page);
    await expect(page.getByRole('textbox', { name: `Ana Souza, ${EXERCISE}` })).toHaveValue('5');
  },
);
