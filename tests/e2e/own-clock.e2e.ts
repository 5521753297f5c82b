import type { Page } from '@playwright/test';
import { expect, expectNoAxeFindings, test } from './support/portal-test.ts';

const PAGES = ['/dashboard', '/aula-online/list', '/pedagogico/list', '/pedagogico/notas/2?por=turma&parte=aulas'];
const second = (page: Page) =>
  page.getByRole('main').getByText(/\d\d:\d\d.*de Brasília\s· (\d\d\/\d\d, )?\d\d:\d\d.*no\sseu\srelógio/);

/**
 * Collects how far the parts around a second clock moved in a page that had arrived. A busy browser paints a page while its
 * HTML is still being read, and what follows then moves it; a clock that waits for its script moves it later.
 */
const watchMoves = (page: Page) =>
  page.addInitScript(() => {
    new PerformanceObserver((list) => {
      const [{ domInteractive }] = performance.getEntriesByType('navigation') as [PerformanceNavigationTiming];
      for (const entry of list.getEntries()) {
        if (domInteractive === 0 || entry.startTime < domInteractive) continue;
        const { value, sources } = entry as unknown as { value: number; sources: { node: Node | null }[] };
        if (!sources.some(({ node }) => node instanceof Element && node.querySelector('own-clock'))) continue;
        document.documentElement.dataset.moved = String(Number(document.documentElement.dataset.moved ?? 0) + value);
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
const moved = (page: Page) => page.evaluate(() => Number(document.documentElement.dataset.moved ?? 0));

test.describe('on a device in Lisbon', () => {
  test.use({ timezoneId: 'Europe/Lisbon' });
  test('a student abroad sees school time and local time, without layout shifts (CLASS-05)', { tag: '@both' }, async ({
    page,
    loginAs,
  }) => {
    await loginAs('aluna@demo.example');
    await watchMoves(page);
    for (const path of PAGES) {
      await page.goto(path);
      await expect(second(page).first(), path).toBeVisible();
      await page.evaluate(() => document.fonts.ready);
      expect(await moved(page), path).toBeLessThan(0.01);
      await expectNoAxeFindings(page);
    }
  });
});

test.describe('on a small phone in Tokyo', () => {
  test.use({ timezoneId: 'Asia/Tokyo', viewport: { width: 320, height: 700 } });
  test('the days ahead show both times and the name of a lesson, within the screen', async ({ page, loginAs }) => {
    await loginAs('aluna@demo.example');
    await page.goto('/dashboard');
    const titles = page.locator('.agenda-title').filter({ visible: true });
    await expect(titles.first()).toBeVisible();
    for (const title of await titles.all()) expect((await title.boundingBox())?.width).toBeGreaterThan(80);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  });
});

test.describe('on a device in Manaus', () => {
  test.use({ timezoneId: 'America/Manaus' });
  test('deadlines name the place of their time zone (CLASS-05)', async ({ page, loginAs }) => {
    await loginAs('aluna@demo.example');
    await page.goto('/pedagogico/notas/2?por=turma');
    await expect(page.getByText('Os prazos seguem o horário de Brasília.')).toBeVisible();
  });
});

test('a student in the time zone of the school sees one time', async ({ page, loginAs }) => {
  await loginAs('aluna@demo.example');
  for (const path of PAGES) {
    await page.goto(path);
    await expect(page.getByRole('main').locator('own-clock').first()).toBeAttached();
    await expect(page.getByText(/no seu relógio|horário de Brasília/)).toHaveCount(0);
  }
});
