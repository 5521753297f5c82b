import { logIn } from './support/log-in.ts';
import { expect, expectNoAxeFindings, freshTest, untilHydrated } from './support/portal-test.ts';

const TEACHER = 'professora@demo.example';
const PHRASE = 'Ótimo vocabulário. Releia os verbos no passado.';

freshTest(
  'a teacher saves a sentence, inserts it into comments with one press, changes and deletes it',
  async ({ page }) => {
    await logIn(page, TEACHER);
    await page.goto('/professor/trabalhos');
    await page.getByRole('main').locator('tbody tr').first().getByRole('link').click();
    const comment = page.getByLabel('Comentário', { exact: true });
    await comment.fill(PHRASE);
    await page.getByLabel(/^Nota/).fill('8,5');
    // Enter in a field saves the correction, whatever other buttons the form has.
    await expect(page.locator('form:has([name=nota]) button[type=submit]').first()).toHaveAttribute('value', 'proximo');
    await page.getByRole('button', { name: 'Guardar o comentário como frase' }).click();
    await expect(page.getByText('Frase guardada.')).toBeVisible();
    await expect(comment).toHaveValue(PHRASE);
    await expect(page.getByLabel(/^Nota/)).toHaveValue('8,5');
    await untilHydrated(page);
    await comment.fill('Ana, ');
    await page.getByRole('list', { name: 'Pôr uma frase no comentário' }).getByRole('button').press('Enter');
    await expect(comment).toHaveValue(`Ana, ${PHRASE}`);
    await expect(comment).toBeFocused();
    // The browser's own view of a PDF is no page of ours.
    await page.evaluate(() => document.querySelector('iframe')?.remove());
    await expectNoAxeFindings(page);
    await comment.fill('');
    await page.getByRole('link', { name: 'Editar as frases' }).click();
    const row = page.getByRole('row').filter({ hasText: PHRASE });
    await expect(row).toBeVisible();
    await expectNoAxeFindings(page);
    const acts = page.getByRole('dialog', { name: /^Mais ações/ });
    await row.getByRole('button', { name: /^Mais ações/ }).click();
    await acts.getByRole('button', { name: 'Mudar a frase' }).click();
    const form = page.getByRole('dialog', { name: /Mudar a frase/ });
    await form.getByLabel('Frase').fill('Muito bem.');
    await expectNoAxeFindings(page);
    await form.getByRole('button', { name: 'Guardar' }).click();
    await expect(page.getByText('Frase mudada.')).toBeVisible();
    await page
      .getByRole('row', { name: 'Muito bem.' })
      .getByRole('button', { name: /^Mais ações/ })
      .click();
    await acts.getByRole('button', { name: 'Apagar a frase' }).click();
    const question = page.getByRole('dialog', { name: /^Apagar a frase/ });
    await expect(question).toContainText('Os comentários que já a usam não mudam.');
    await question.getByRole('button', { name: 'Apagar a frase' }).click();
    await expect(page.getByRole('heading', { name: 'Nenhuma frase ainda' })).toBeVisible();
  },
);

freshTest('one press copies marks of corrected work into a column of the grade sheet', async ({ page }) => {
  await logIn(page, TEACHER);
  await page.goto('/professor/turmas/1/notas');
  await page.getByLabel('Nome do período').fill('Trabalhos');
  await page.getByRole('button', { name: 'Incluir período' }).click();
  const columns = page.getByRole('region', { name: 'Avaliações deste período' });
  await columns.getByLabel('Nome da avaliação').fill('Redação');
  await columns.getByLabel('Data').fill('2026-11-20');
  await columns.getByRole('button', { name: 'Incluir avaliação' }).click();
  await columns.getByText('Redação').first().click();
  await columns.getByLabel('Trazer as notas de um trabalho').selectOption({ index: 1 });
  await columns.getByRole('button', { name: 'Trazer' }).click();
  await expect(page.getByText('As notas do trabalho estão na coluna.')).toBeVisible();
  await expectNoAxeFindings(page);
});
