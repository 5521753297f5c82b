import { bank } from '../../src/server/school/english-test/bank.ts';
import { numberOf } from '../../src/server/school/english-test/present.ts';
import { expect, expectNoAxeFindings, test } from './support/portal-test.ts';

const MAX_COUNT = 30;

test.beforeEach(({ loginAs }) => loginAs('menor@demo.example'));

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });
  test('the level test is taken by keyboard, and continues where it was left (TEST-01, TEST-02)', async ({ page }) => {
    test.slow();
    await page.goto('/english-test');
    await page.getByRole('button', { name: 'Começar o teste' }).click();
    const result = page.getByText('Seu nível de inglês');
    let requested = 0;
    while (!(await result.isVisible())) {
      requested += 1;
      await expect(page.getByText(new RegExp(`^Questão ${requested} `))).toBeVisible();
      if (requested === 3) await page.reload();
      const options = page.getByRole('radio');
      await expect(options).toHaveCount(4);
      const number = Number(await page.locator('input[name="questao"]').inputValue());
      const item = bank().find(({ id }) => numberOf(id) === number);
      await options.nth(item?.options.findIndex(({ id }) => id !== item.answer) ?? 0).focus();
      await page.keyboard.press('Space');
      await page.keyboard.press('Enter');
      await expect(page.getByText(new RegExp(`^(Questão ${requested + 1} |Seu nível de inglês)`))).toBeVisible();
      expect(requested).toBeLessThanOrEqual(MAX_COUNT);
    }
    expect(requested).toBeGreaterThanOrEqual(8);
    // Always a wrong option: a fixed position in the list sometimes finds a level by chance.
    await expect(page.getByRole('heading', { level: 2, name: /^Pré.A1$/ })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'O que quer dizer Pré-A1' })).toBeVisible();
    await expect(page.getByRole('link', { name: /certificado/i })).toHaveCount(0);
    await page.getByRole('button', { name: 'Fazer o teste de novo' }).click();
    await expect(page.getByText(/^Questão 1 /)).toBeVisible();
  });
});

test.describe('while scripts are loading', () => {
  test.use({ tolerated: [/ERR_FAILED/] });
  test('a question with a sound has the browser’s player until the script of its button loads', async ({ page }) => {
    const player = page.getByLabel('Áudio da questão');
    const button = page.getByRole('button', { name: 'Ouvir o áudio' });
    await page.route(/\.js$/, (route) => route.abort());
    await page.goto('/english-test');
    const begin = page.getByRole('button', { name: 'Começar o teste' });
    if (await begin.isVisible()) await begin.click();
    for (let requested = 0; requested < MAX_COUNT && !(await player.isVisible()); requested += 1) {
      const number = await page.locator('input[name="questao"]').inputValue();
      await page.getByRole('radio').first().check();
      await page.getByRole('button', { name: 'Responder' }).click();
      await expect(page.locator(`input[name="questao"][value="${number}"]`)).toHaveCount(0);
    }
    await expect(player).toBeVisible();
    await expect(button).toBeHidden();
    await page.unroute(/\.js$/);
    await page.reload();
    await expect(button).toBeVisible();
    await expect(player).toHaveCount(0);
  });
});

test('a question has no axe findings, and a missing answer is an error', { tag: '@deep' }, async ({ page }) => {
  await page.goto('/english-test');
  // The same account may have begun, or finished, a test before.
  const begin = page.getByRole('button', { name: 'Começar o teste' });
  const answers = page.getByRole('radio');
  await expect(begin.or(answers.first())).toBeVisible();
  if (await begin.isVisible()) await begin.click();
  await expect(answers).toHaveCount(4);
  await expectNoAxeFindings(page);
  // The question depends on earlier answers of the account.
  const question = (await page.getByText(/^Questão \d+ /).textContent()) ?? 'none';
  await page.getByRole('button', { name: 'Responder' }).click();
  await expect(page.getByText(question.trim())).toBeVisible();
});
