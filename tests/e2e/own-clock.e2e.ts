import type { Page } from '@playwright/test';
import { expect, expectNoAxeFindings, test } from './support/portal-test.ts';

const PAGES = ['/aula-online/list', '/pedagogico/list', '/pedagogico/notas/2?por=turma&parte=aulas'];
const second = (page: Page) =>
  page.getByRole('main').getByText(/\d\d:\d\d.*de Brasília\s· (\d\d\/\d\d, )?\d\d:\d\d.*no\sseu\srelógio/);

/** Collects how far each part of a page moved after it was first painted. */
const watchMoves = (page: Page) =>
  page.addInitScript(() => {
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        document.documentElement.dataset.moved = String(
          Number(document.documentElement.dataset.moved ?? 0) + (entry as unknown as { value: number }).value,
        );
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
const moved = (page: Page) => page.evaluate(() => Number(document.documentElement.dataset.moved ?? 0));

test.describe('on a device in Lisbon', () => {
  test.use({ timezoneId: 'Europe/Lisbon' });
  test('a student abroad reads the hour of the school and the own one, and nothing moves (CLASS-05)', {
    tag: '@both',
  }, async ({ page, loginAs }) => {
    await loginAs('aluna@demo.example');
    await watchMoves(page);
    for (const path of PAGES) {
      await page.goto(path);
      await expect(second(page).first(), path).toBeVisible();
      expect(await moved(page), path).toBeLessThan(0.01);
      await expectNoAxeFindings(page);
    }
  });
});

test('a student by the clock of the school reads one hour', async ({ page, loginAs }) => {
  await loginAs('aluna@demo.example');
  for (const path of PAGES) {
    await page.goto(path);
    await expect(page.getByRole('main').locator('own-clock').first()).toBeAttached();
    await expect(page.getByText('no seu relógio')).toHaveCount(0);
  }
});
