import type { Page } from '@playwright/test';
import { routes } from '../../src/lib/routes.ts';
import { fullClass, STUDENTS, send } from './support/full-class.ts';
import { forgetSession, logIn } from './support/log-in.ts';
import { expect, expectNoAxeFindings, freshTest, untilHydrated } from './support/portal-test.ts';

const TEACHER = 'professora@demo.example';
const COLUMNS = 4;

/** A full class with a period of four assessments. */
async function gradedClass(page: Page): Promise<number> {
  const id = await fullClass(page, { inicio: '2031-07-01', fim: '2031-07-31' });
  const period = await send(page, routes.teacher.gradeSheet(id), { acao: 'periodo', nome: '1º bimestre' });
  for (let round = 1; round <= COLUMNS; round += 1) {
    await send(page, period, {
      ...{ acao: 'coluna', nome: `Prova ${round}`, habilidade: 'geral', data: `2031-07-0${round}` },
      ...{ nota_maxima: '10', peso: '1' },
    });
  }
  return id;
}

freshTest.use({ tolerated: [/ERR_INTERNET_DISCONNECTED/] });

freshTest(
  'the grade sheet is filled in by keyboard and by pasting, stored without network, and released',
  { tag: '@both' },
  async ({ page }) => {
    freshTest.setTimeout(300_000);
    await logIn(page, 'gestora@demo.example');
    const id = await gradedClass(page);
    await forgetSession(page);
    await logIn(page, TEACHER);
    await page.goto(`/professor/turmas/${id}/notas`);
    await untilHydrated(page);
    await expectNoAxeFindings(page);
    const rows = page.getByRole('row').filter({ has: page.getByRole('textbox') });
    await expect(rows).toHaveCount(STUDENTS);
    const cell = (row: number, column: number) => rows.nth(row).getByRole('textbox').nth(column);
    const isSaved = () => expect(page.getByText(/^Salvo às \d\d:\d\d$/)).toBeVisible();

    // Down each column, the next one by the arrow keys.
    await cell(0, 0).focus();
    for (let column = 0; column < COLUMNS; column += 1) {
      for (let row = 0; row < STUDENTS; row += 1) {
        await page.keyboard.type(`${(row + column) % 10},5`);
        if (row < STUDENTS - 1) await page.keyboard.press('Enter');
      }
      for (let row = 1; row < STUDENTS; row += 1) await page.keyboard.press('ArrowUp');
      await page.keyboard.press('ArrowRight');
    }
    await expect(cell(19, 3)).toHaveValue('2,5');
    await expect(rows.nth(0).getByRole('cell').last()).toHaveText('2,0');
    await isSaved();
    await page.reload();
    await untilHydrated(page);
    await expect(cell(19, 3)).toHaveValue('2,5');

    // A block of a spreadsheet, with one mark that cannot be.
    const block = Array.from({ length: STUDENTS }, (_, row) => ['8', '7,25', row === 3 ? '12' : '9', '6.5'].join('\t'));
    await cell(0, 0).evaluate(
      (node, text) => {
        const clipboardData = new DataTransfer();
        clipboardData.setData('text/plain', text);
        node.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
      },
      `${block.join('\r\n')}\r\n`,
    );
    await expect(cell(19, 1)).toHaveValue('7,25');
    await expect(cell(3, 2)).toHaveAttribute('aria-invalid', 'true');
    await expect(page.getByText('1 nota para corrigir')).toBeVisible();
    await expectNoAxeFindings(page);
    await cell(3, 2).fill('9');
    await expect(page.getByText('1 nota para corrigir')).toHaveCount(0);
    await isSaved();
    await expect(rows.nth(3).getByRole('cell').last()).toHaveText('7,7');

    // Tab moves to the next cell; grades typed without network are sent when it is back.
    await cell(0, 0).focus();
    await page.keyboard.press('Tab');
    await expect(cell(0, 1)).toBeFocused();
    await page.context().setOffline(true);
    await page.keyboard.type('10');
    await expect(page.getByText('Sem conexão: as notas ficam guardadas aqui')).toBeVisible();
    await page.context().setOffline(false);
    await isSaved();
    await page.reload();
    await expect(cell(0, 1)).toHaveValue('10');

    await expect(page.getByText('Só você vê', { exact: true })).toBeVisible();
    await page.getByRole('button', { name: 'Liberar as notas de 1º bimestre' }).click();
    await expect(page.getByRole('main')).toContainText('Notas liberadas. Avisamos os alunos uma vez.');
    await expect(page.getByText('Alunos veem', { exact: true })).toBeVisible();
  },
);

freshTest.describe('without scripts', () => {
  freshTest.use({ javaScriptEnabled: false });
  freshTest('the grade sheet works as a form', { tag: '@deep' }, async ({ page }) => {
    await logIn(page, TEACHER);
    await page.goto('/professor/turmas/1/notas');
    const ana = page.getByRole('row', { name: /Ana Souza/ }).getByRole('textbox');
    await ana.first().fill('11');
    await page.getByRole('button', { name: 'Salvar agora' }).click();
    await expect(page.getByText('Até 10', { exact: true })).toBeVisible();
    await expect(ana.first()).toHaveValue('11');
    await ana.first().fill('9,25');
    await page.getByRole('button', { name: 'Salvar agora' }).click();
    await expect(page.getByRole('main')).toContainText('Notas salvas');
    await expect(ana.first()).toHaveValue('9,25');
  });
});
