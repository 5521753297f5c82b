import type { Locator, Page } from '@playwright/test';
import { clockIn } from '../../src/lib/rules/time/zones.ts';
import { png } from '../support/sample-files.ts';
import { fullClass, STUDENTS } from './support/full-class.ts';
import { forgetSession, logIn } from './support/log-in.ts';
import { expect, expectNoAxeFindings, freshTest, untilHydrated } from './support/portal-test.ts';
import { expectWithinReach } from './support/reach.ts';
import { isHoliday } from './support/school.ts';
import { screens } from './support/screens.ts';

const TEACHER = 'professora@demo.example';
const STUDENT = 'aluna@demo.example';

/** Presses a mark. Its button is the radio itself. */
const tap = (attendance: Locator, mark: string) => attendance.getByRole('radio', { name: mark, exact: true }).click();

async function pointsOf(page: Page): Promise<number> {
  await page.goto('/knn-club/meu-extrato');
  return page.getByRole('main').getByText('Presença na aula').count();
}

freshTest(
  'a teacher records the attendance by taps, and the student sees the presence and its points',
  async ({ page }) => {
    await page.setViewportSize(screens.phone);
    await logIn(page, STUDENT);
    const before = await pointsOf(page);
    await logIn(page, TEACHER);
    await page.goto('/professor');
    await expect(page.getByRole('region', { name: 'Aulas de hoje' })).toBeVisible();
    await page.getByRole('link', { name: 'Inglês A2 · Noite', exact: true }).last().click();
    await expect(page.getByRole('region', { name: 'Alunos' })).toContainText('Ana Souza');
    await expectNoAxeFindings(page);
    const given = page.getByRole('region', { name: 'Aulas dadas' }).getByRole('listitem');
    const lesson = given.filter({ hasText: 'Chamada feita' }).first().getByRole('link');
    const title = (await lesson.textContent())?.trim() ?? '';
    await lesson.click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);

    const attendance = page.getByRole('region', { name: 'Chamada' });
    await tap(attendance, 'Ana Souza: Faltou');
    await page.getByRole('button', { name: 'Salvar aula' }).click();
    await expect(page.getByRole('status').filter({ hasText: 'Chamada salva' })).toBeVisible();
    await expect(attendance.getByLabel('Ana Souza: Faltou')).toBeChecked();

    // Everybody, one who was late, and the save: three taps for a class of any size.
    await attendance.getByRole('button', { name: 'Todos presentes' }).click();
    await expect(attendance.getByText('Todos marcados')).toBeVisible();
    await tap(attendance, 'Davi Reis: Chegou atrasado');
    await page.getByRole('button', { name: 'Salvar aula' }).click();
    await expect(page.getByRole('status').filter({ hasText: 'Chamada salva' })).toBeVisible();
    await expect(attendance.getByLabel('Ana Souza: Presente')).toBeChecked();
    await expect(attendance.getByLabel('Davi Reis: Chegou atrasado')).toBeChecked();
    await expectNoAxeFindings(page);

    await page.getByLabel('O que foi dado').fill('Comparativos com jogo de cartas');
    await page.getByLabel('Link da gravação').fill('http://video.example');
    await page.getByRole('button', { name: 'Salvar aula' }).click();
    await expect(page.getByRole('alert')).toBeVisible();
    await expect(page.getByLabel('O que foi dado')).toHaveValue('Comparativos com jogo de cartas');
    await expectNoAxeFindings(page);
    await page.getByLabel('Link da gravação').fill('https://video.example/aula');
    await page.getByRole('button', { name: 'Salvar aula' }).click();
    await expect(page.getByRole('status').filter({ hasText: 'A turma já vê' })).toBeVisible();
    await page.getByText('Pôr um link').click();
    await page.getByLabel('Nome do material').fill('Cartas para imprimir');
    await page.getByLabel('Link', { exact: true }).fill('https://cartas.example/a2');
    await page.getByRole('button', { name: 'Pôr na aula' }).click();
    await expect(page.getByRole('region', { name: 'Materiais' })).toContainText('Cartas para imprimir');
    await untilHydrated(page);
    await page.locator('input[name=file]').setInputFiles({
      name: 'lousa.png',
      mimeType: 'image/png',
      buffer: png,
    });
    // The page loads anew with the file in its list.
    await page.waitForURL(/feito=arquivo/);
    await expect(
      page.getByRole('region', { name: 'Materiais' }).getByRole('link', { name: /lousa\.png/ }),
    ).toBeVisible();
    await expectWithinReach(page);

    await logIn(page, STUDENT);
    expect(await pointsOf(page)).toBe(before + 1);
    await page.goto('/pedagogico/notas/101?parte=aulas');
    const own = page.getByRole('listitem').filter({ hasText: title }).first();
    await expect(own).toContainText('Comparativos com jogo de cartas');
    await expect(own.getByRole('link', { name: 'Cartas para imprimir' })).toHaveAttribute(
      'href',
      'https://cartas.example/a2',
    );
    await expect(own.getByRole('link', { name: /lousa\.png/ })).toBeVisible();
  },
);

freshTest(
  'an attendance record of twenty takes fewer than thirty taps, also when each of them is marked',
  { tag: '@deep' },
  async ({ page }) => {
    freshTest.skip(isHoliday(), 'the class does not meet today');
    freshTest.setTimeout(300_000);
    // Its lessons pause from 23:59 to 00:01.
    const clock = () => clockIn('America/Sao_Paulo', new Date());
    await expect.poll(clock, { timeout: 200_000 }).not.toMatch(/^(23:5[89]|00:00)/);
    await page.setViewportSize(screens.phone);
    await logIn(page, 'gestora@demo.example');
    const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
    await fullClass(page, { inicio: day(-5), fim: day(5) });
    await forgetSession(page);
    await logIn(page, TEACHER);
    await page.goto('/professor/turmas');
    await expect(page.getByRole('main').locator('tbody tr').filter({ hasText: 'Inglês A2 · Lotada' })).toContainText(
      /Agora, até 23:59/,
    );
    await page.goto('/professor');
    await page.getByRole('region', { name: 'Aulas de hoje' }).getByRole('link', { name: 'Inglês A2 · Lotada' }).click();
    await untilHydrated(page);
    const attendance = page.getByRole('region', { name: 'Chamada' });
    const states = ['Presente', 'Chegou atrasado', 'Faltou', 'Falta justificada'];
    let taps = 0;
    for (let round = 0; round < STUDENTS; round += 1) {
      await tap(attendance, `Aluno${String.fromCharCode(65 + round)} Teste: ${states[round % states.length]}`);
      taps += 1;
    }
    await page.getByRole('button', { name: 'Salvar aula' }).click();
    expect(taps + 1).toBeLessThan(30);
    await expect(page.getByRole('status').filter({ hasText: 'Chamada salva' })).toBeVisible();
    await page.reload();
    await expect(attendance.getByLabel('AlunoT Teste: Falta justificada')).toBeChecked();
    await expectNoAxeFindings(page);
  },
);

for (const javaScriptEnabled of [true, false]) {
  freshTest.describe(`one lesson, ${javaScriptEnabled ? 'with' : 'without'} a script`, () => {
    freshTest.use({ javaScriptEnabled });
    freshTest('no button of a lesson loses unsaved input of another part of the page', async ({ page }) => {
      await page.setViewportSize(screens.phone);
      await logIn(page, TEACHER);
      await page.goto('/professor/turmas/1');
      const given = page.getByRole('region', { name: 'Aulas dadas' }).getByRole('listitem');
      await given.filter({ hasText: 'Chamada feita' }).first().getByRole('link').click();
      const attendance = page.getByRole('region', { name: 'Chamada' });
      const late = attendance.getByRole('radio', { name: 'Ana Souza: Chegou atrasado', exact: true });
      await late.click();
      await page.getByLabel('O que foi dado').fill('Cores e números');
      await page.getByLabel('Lição de casa').fill('Página 9');
      // A link is added and taken away, and the rest waits.
      await page.getByText('Pôr um link').click();
      await page.getByLabel('Nome do material').fill('Cartas');
      await page.getByLabel('Link', { exact: true }).fill('https://cartas.example/a2');
      await page.getByRole('button', { name: 'Pôr na aula' }).click();
      await expect(page.getByRole('status').filter({ hasText: 'Link na aula' })).toBeVisible();
      await expect(late).toBeChecked();
      await expect(page.getByLabel('O que foi dado')).toHaveValue('Cores e números');
      await page.getByRole('button', { name: 'Tirar Cartas' }).click();
      await expect(page.getByRole('status').filter({ hasText: 'Material tirado' })).toBeVisible();
      await expect(page.getByRole('link', { name: /Cartas/ })).toHaveCount(0);
      await expect(page.getByLabel('Lição de casa')).toHaveValue('Página 9');
      if (javaScriptEnabled) await untilHydrated(page);
      await page
        .locator('input[name=file]:visible')
        .setInputFiles({ name: 'lousa.png', mimeType: 'image/png', buffer: png });
      if (!javaScriptEnabled) await page.getByRole('button', { name: 'Enviar arquivo' }).click();
      await expect(page.getByText(/Arquivo enviado|Arquivo na aula/)).toBeVisible();
      await expect(late).toBeChecked();
      await expect(page.getByLabel('O que foi dado')).toHaveValue('Cores e números');
      // A refusal of one part keeps the others.
      await page.getByLabel('Link da gravação').fill('http://video.example');
      await page.getByRole('button', { name: 'Salvar aula' }).click();
      await expect(page.getByRole('alert')).toBeVisible();
      await expect(late).toBeChecked();
      await page.getByLabel('Link da gravação').fill('');
      await page.getByRole('button', { name: 'Salvar aula' }).click();
      await expect(page.getByRole('status').filter({ hasText: 'Chamada' })).toBeVisible();
      await page.reload();
      await expect(late).toBeChecked();
      await expect(page.getByLabel('O que foi dado')).toHaveValue('Cores e números');
      await expect(page.getByLabel('Lição de casa')).toHaveValue('Página 9');
    });
  });
}

freshTest('the attendance and its shortcut work without a script', { tag: '@deep' }, async ({ browser, baseURL }) => {
  const page = await browser.newPage({ baseURL, javaScriptEnabled: false, viewport: screens.phone });
  await logIn(page, TEACHER);
  await page.goto('/professor/turmas/1');
  const given = page.getByRole('region', { name: 'Aulas dadas' }).getByRole('listitem');
  await given.filter({ hasText: 'Chamada feita' }).first().getByRole('link').click();
  await page.getByRole('button', { name: 'Todos presentes' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Chamada salva' })).toBeVisible();
  await expect(page.getByLabel('Ana Souza: Presente')).toBeChecked();
  await page.close();
});

freshTest(
  'a teacher cancels a lesson and plans its replacement; the office opens the same screen',
  async ({ page }) => {
    await logIn(page, TEACHER);
    await page.goto('/professor/turmas/1');
    const coming = page.getByRole('region', { name: 'Próximas aulas' }).getByRole('listitem');
    await coming.nth(3).getByRole('link').click();
    await expect(page.getByRole('region', { name: 'Chamada' })).toContainText('A chamada abre');
    await page.getByText('Cancelar esta aula').click();
    await page.getByLabel('Motivo').fill('Consulta médica');
    await page.getByRole('button', { name: 'Cancelar a aula' }).click();
    await expect(page.getByRole('status')).toContainText('Aula cancelada');
    await expectNoAxeFindings(page);
    await page.getByLabel('Dia', { exact: true }).fill('2031-07-05');
    await page.getByLabel('Começa às').fill('10:00');
    await page.getByLabel('Termina às').fill('11:30');
    await page.getByRole('button', { name: 'Marcar reposição' }).click();
    await expect(page.getByRole('status')).toContainText('Reposição marcada');
    await page.getByRole('link', { name: /05\/07\/2031/ }).click();
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Reposição:');
    const address = new URL(page.url()).pathname;

    await logIn(page, 'gestora@demo.example');
    await page.goto(address.replace('/professor/aulas', '/manager-panel/turmas/aulas'));
    await page.getByRole('link', { name: 'Chamada e materiais' }).click();
    await expect(page).toHaveURL(new RegExp(`${address}$`));
    await page.getByLabel('Lição de casa').fill('Livro, página 12');
    await page.getByRole('button', { name: 'Salvar aula' }).click();
    await expect(page.getByRole('status')).toContainText('A turma já vê');
    await logIn(page, STUDENT);
    await page.goto(address);
    await expect(page).toHaveURL(/\/dashboard$/);
  },
);
