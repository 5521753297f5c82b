import type { Page } from '@playwright/test';
import { wayBack } from '../../src/lib/rules/routes/way-back.ts';
import { EMPTY_BOOK, pages, searchOf, viewerOf } from '../support/route-visits.ts';
import { addressOn, type Brand, expect, expectNoAxeFindingsInThemes, test } from './support/portal-test.ts';
import { preparedPath } from './support/prepared-path.ts';

// Nothing moves or opens by itself while axe looks.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

for (const [turn, route] of pages.entries()) {
  test(`${route.pattern}: no axe findings`, async ({ page, loginAs }) => {
    const viewer = viewerOf(route);
    if (viewer.includes('@')) await loginAs(viewer);
    const path = await preparedPath(route);
    const reach = async (brand: Brand) => {
      if (viewer === 'empty-book') await openEmptyBook(page, brand);
      await page.goto(addressOn(brand, path + searchOf(route)));
      expect(new URL(page.url()).pathname, 'no guard turned the visitor away').toBe(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      const way = wayBack(path + searchOf(route));
      await expect(page.locator('.way-back')).toHaveText(way ? [way.label] : []);
    };
    await expectNoAxeFindingsInThemes(page, turn, reach, route.brand);
  });
}

async function openEmptyBook(page: Page, brand: Brand): Promise<void> {
  await page.goto(addressOn(brand, '/login/main'));
  const status = await page.evaluate(async (uuid) => (await fetch(`/api/v1/users/book/${uuid}/`)).status, EMPTY_BOOK);
  expect(status).toBe(200);
}
