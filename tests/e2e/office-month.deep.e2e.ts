import type { Page } from '@playwright/test';
import { logIn } from './support/log-in.ts';
import { expect, freshTest, untilHydrated } from './support/portal-test.ts';
import { expectPresses } from './support/presses.ts';

/** The daily acts that no other story counts. What is typed, and keys, cost no press. */
const LAPTOP = { width: 1366, height: 650 };
const main = (page: Page) => page.getByRole('main');
const rows = (page: Page) => main(page).locator('tbody tr');
const saying = (page: Page, words: string | RegExp) => expect(page.getByText(words).first()).toBeVisible();
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true }).first();
const dialog = (page: Page) => page.getByRole('dialog');

freshTest('the month of the office, with its presses counted', async ({ page }) => {
  await page.setViewportSize(LAPTOP);
  await logIn(page, 'gestora@demo.example');

  await freshTest.step('debtors with their telephone', async () => {
    await page.goto('/manager-panel');
    await expectPresses(page, 1, async () => {
      await page
        .getByRole('region', { name: 'O que espera por você' })
        .getByRole('link', { name: /vencida/ })
        .click();
      await expect(rows(page).first()).toContainText(/\(\d\d\) \d{4,5}-\d{4}/);
    });
    await expect(
      rows(page)
        .first()
        .getByRole('link', { name: /^WhatsApp/ }),
    ).toBeVisible();
  });

  await freshTest.step('all debtors are reminded', async () => {
    await untilHydrated(page);
    await expectPresses(page, 3, async () => {
      await page.getByLabel('Marcar a página inteira').check();
      await page
        .getByRole('region', { name: /^Seleção/ })
        .getByRole('button', { name: /^Lembrar/ })
        .click();
      await dialog(page)
        .getByRole('button', { name: /^Enviar/ })
        .click();
      await saying(page, /lembretes? enviados?\./i);
    });
  });

  await freshTest.step('a partial payment of a late bill at the counter', async () => {
    await expectPresses(page, 2, async () => {
      await rows(page)
        .first()
        .getByRole('button', { name: /^Receber/ })
        .click();
      await expect(dialog(page).getByRole('button', { name: /^Anotar R/ })).toBeVisible();
      await dialog(page).getByLabel('Valor recebido (R$)').fill('100');
      await dialog(page).getByRole('button', { name: 'Anotar R$ 100,00' }).click();
      await saying(page, /Parte de R\$\s100,00 anotada/);
    });
  });

  await freshTest.step('the cash of the day', async () => {
    await page.goto('/manager-panel');
    await expectPresses(page, 2, async () => {
      await page
        .getByRole('navigation', { name: 'Painel', exact: true })
        .getByRole('link', { name: /^Financeiro/ })
        .first()
        .click();
      await page
        .getByRole('link', { name: /^Caixa/ })
        .first()
        .click();
      await expect(main(page)).toContainText('Helena Prado');
    });
  });

  await freshTest.step('a student is put into a class from the record', async () => {
    await page.goto('/manager-panel/profile/6');
    await untilHydrated(page);
    await expectPresses(page, 3, async () => {
      await button(page, 'Pôr em turma').click();
      await dialog(page).getByRole('radio').first().check();
      await dialog(page)
        .getByRole('button', { name: /^Pôr .*na turma/ })
        .click();
      await saying(page, /na turma\.$/);
    });
  });

  await freshTest.step('a reward is delivered', async () => {
    await page.goto('/manager-panel/club/resgates?estado=pronto');
    await untilHydrated(page);
    await expectPresses(page, 2, async () => {
      await rows(page)
        .first()
        .getByRole('button', { name: /^Entreg/ })
        .click();
      await saying(page, /entreg/i);
    });
  });
});
